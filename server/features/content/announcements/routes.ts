import * as contract from '#contract/content/announcements.ts';
import type { Deps } from '#server/deps.ts';
import { actorOf, answer, type Caller, type Route } from '#server/platform/serve.ts';
import * as actions from './actions.ts';
import { type AnnouncementRow, findAnnouncements } from './queries.ts';
import { presentAnnouncement, shownOf } from './rules.ts';

/** Input shared by both HTTP methods of the update endpoint. */
type Change<Body> = Caller & { params: { id: string }; body: Body };

export function announcementRoutes(deps: Deps): Route[] {
  // Load all announcements, because which one is shown depends on all of them.
  const present = async (row: AnnouncementRow) => {
    const now = deps.now();
    const shownId = shownOf(await findAnnouncements(deps.db), now)?.id ?? null;
    return presentAnnouncement(row, { now, shownId });
  };
  const change = async (call: Change<contract.AnnouncementChange>) =>
    present(await actions.changeAnnouncement(deps, call.params.id, call.body, actorOf(call)));

  return [
    answer(contract.listAnnouncements, async () => {
      const now = deps.now();
      const rows = await findAnnouncements(deps.db);
      const shownId = shownOf(rows, now)?.id ?? null;
      return rows.map((row) => presentAnnouncement(row, { now, shownId }));
    }),
    answer(contract.addAnnouncement, async (call) =>
      present(await actions.addAnnouncement(deps, call.body, actorOf(call))),
    ),
    answer(contract.changeAnnouncement, change),
    answer(contract.patchAnnouncement, change),
    answer(contract.deleteAnnouncement, async (call) => {
      await actions.deleteAnnouncement(deps, call.params.id, actorOf(call));
      return null;
    }),
  ];
}
