import * as contract from '#contract/uploads/api.ts';
import { sendUploadFile } from '#contract/uploads/sessions.ts';
import { thumbnailUrl } from '#server/features/resources/public.ts';
import { makeThumbnail } from '#server/features/uploads/previews/actions.ts';
import { Problem } from '#server/kit/http/problem.ts';
import { programsOf } from '#server/kit/media/file-tools.ts';
import { answer, answerExchange, answerStreamed, type Route } from '#server/platform/serve.ts';
import { signedIn, type Viewer } from '#server/platform/viewer.ts';
import type { Deps } from '../../deps.ts';
import * as actions from './actions.ts';
import { presentOwnUpload, presentProgress } from './presenting.ts';
import { countPreviewed } from './previews/files/queries.ts';
import * as queries from './queries.ts';
import { receiveFile } from './receiving.ts';
import { mayChange } from './rules.ts';

/** Other people's uploads are reported as not found. */
const demandOwn = <Row extends { authorId: string }>(row: Row | undefined, viewer: Viewer | null): Row => {
  if (!row || !mayChange(row.authorId, signedIn(viewer))) throw new Problem('RESOURCE_NOT_FOUND');
  return row;
};

// While the thumbnail is being made, the page asks every second.
const countPreviews = async (deps: Deps, { id, previewState }: { id: string; previewState: string }) =>
  ['READY', 'FAILED'].includes(previewState)
    ? await countPreviewed(deps.db, id, { programs: programsOf(deps) })
    : { made: 0, total: 0 };

/** An upload that the viewer may change. @throws Problem RESOURCE_NOT_FOUND */
export async function readOwnUpload(deps: Deps, id: string, viewer: Viewer | null): Promise<contract.OwnUpload> {
  const row = demandOwn(await queries.findOwnUpload(deps.db, id), viewer);
  return presentOwnUpload(row, await queries.listUploadSessions(deps.db, id), await countPreviews(deps, row));
}

export function uploadRoutes(deps: Deps): Route[] {
  const { db } = deps;
  const present = (id: string, viewer: Viewer | null) => readOwnUpload(deps, id, viewer);

  return [
    answer(contract.createUpload, async ({ body, viewer }) =>
      present(await actions.createDraft(deps, signedIn(viewer), body), viewer),
    ),

    answer(contract.getOwnUpload, ({ params, viewer }) => present(params.id, viewer)),

    answer(contract.getUploadProgress, async ({ params, viewer }) => {
      const row = demandOwn(await queries.findProgress(db, params.id), viewer);
      return presentProgress(row, await queries.listUploadSessions(db, params.id), await countPreviews(deps, row));
    }),

    answer(contract.changeUpload, async ({ params, body, viewer }) => {
      await actions.changeDetails(deps, signedIn(viewer), { id: params.id, given: body });
      return await present(params.id, viewer);
    }),

    answer(contract.submitUpload, async ({ params, viewer }) => {
      await actions.submit(deps, signedIn(viewer), params.id);
      return await present(params.id, viewer);
    }),

    answerExchange(contract.deleteUpload, async ({ params, viewer }) => {
      await actions.deleteUpload(deps, signedIn(viewer), params.id);
      return null;
    }),

    answerExchange(contract.removeUploadFile, async ({ params, query, viewer }) => {
      await actions.deleteUploadFile(deps, signedIn(viewer), { id: params.id, path: query.path });
      return null;
    }),

    answerStreamed(sendUploadFile, ({ params, viewer }) => receiveFile(deps, signedIn(viewer), params)),

    answer(contract.sendResourceImage, async ({ body, files, viewer }) => {
      const person = signedIn(viewer);
      const id = body.leakId;
      if (!files.image) throw new Problem('NOT_AN_IMAGE', { fields: { image: new Problem('NOT_AN_IMAGE').message } });
      let key: string;
      if (id === undefined) key = await actions.keepPicture(deps, person, files.image);
      else {
        await actions.requireOwnUpload(deps, person, id);
        const thumbnail = await makeThumbnail(deps, files.image);
        await actions.showThumbnail(deps, person, { id, thumbnail });
        key = thumbnail.key;
      }
      const url = thumbnailUrl(key, 1280);
      return { imageUrl: url, url, path: url };
    }),
  ];
}
