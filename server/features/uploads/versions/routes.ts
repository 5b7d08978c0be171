import * as contract from '#contract/uploads/versions.ts';
import type { Deps } from '#server/deps.ts';
import { readOwnUpload } from '#server/features/uploads/routes.ts';
import { answer, type Route } from '#server/platform/serve.ts';
import { signedIn } from '#server/platform/viewer.ts';
import { changeVersionNote, createVersion, deleteVersion, readChanges, restoreVersion } from './actions.ts';

const readAsked = ({ id, number }: { id: string; number: string }) => ({ id, number: Number(number) });

export function uploadVersionRoutes(deps: Deps): Route[] {
  return [
    answer(contract.createVersion, async ({ params, body, viewer }) => {
      const id = await createVersion(deps, signedIn(viewer), { id: params.id, note: body.note.trim() });
      return await readOwnUpload(deps, id, viewer);
    }),
    answer(contract.changeVersionNote, async ({ params, body, viewer }) => {
      const changed = { ...readAsked(params), note: body.note.trim() };
      await changeVersionNote(deps, signedIn(viewer), changed);
      return { number: changed.number, note: changed.note };
    }),
    answer(contract.restoreVersion, async ({ params, viewer }) => ({
      number: await restoreVersion(deps, signedIn(viewer), readAsked(params)),
    })),
    answer(contract.deleteVersion, async ({ params, viewer }) => {
      await deleteVersion(deps, signedIn(viewer), readAsked(params));
      return null;
    }),
    answer(contract.getVersionChanges, ({ params, viewer }) => readChanges(deps, signedIn(viewer), params.id)),
  ];
}
