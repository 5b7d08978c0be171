import { TOP_LEAKERS } from '#contract/limits.ts';
import * as contract from '#contract/members.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../kit/problem.ts';
import { createMemory } from '../../kit/remember.ts';
import { answer, answerExchange, type Route } from '../../kit/serve.ts';
import { createDefaultPicture, readPicture, sendPicture } from './pictures.ts';
import { findAvatar, findTopUsers } from './queries.ts';
import { ownPictureFile, pictureUrl } from './rules.ts';

const TOP_KEPT_MS = 60_000;
const AVATAR_CACHING = 'public, max-age=300';
const IMMUTABLE = 'public, max-age=31536000, immutable';

export const memberRoutes = (deps: Deps): Route[] => {
  const top = createMemory<contract.TopUser[]>({ max: 1, ttlMs: TOP_KEPT_MS });
  for (const topic of ['members', 'resources']) deps.bus.subscribe(topic, top.clear);
  deps.bus.onReset(top.clear);
  const defaultPicture = createDefaultPicture(deps);

  const measureTop = async (): Promise<contract.TopUser[]> => {
    const rows = await findTopUsers(deps.db, TOP_LEAKERS, deps.now());
    return rows.map((row) => ({ ...row, avatar: pictureUrl(row.avatar, 'avatar'), views: row.views ?? 0 }));
  };

  return [
    answer(contract.listTopUsers, async () => ({ users: await top.get('', measureTop) })),

    answerExchange(contract.getAvatar, async ({ params }, exchange) => {
      const member = await findAvatar(deps.db, params.username.toLowerCase(), deps.now());
      if (!member) throw new Problem('PROFILE_NOT_FOUND');
      const file = ownPictureFile(member.avatar);
      const own = file ? await readPicture(deps, file) : null;
      // Pictures at a provider's address are not fetched here: the default one stands in for them.
      await sendPicture(exchange, own ?? (await defaultPicture()), AVATAR_CACHING);
      return undefined;
    }),

    answerExchange(contract.getUserPicture, async ({ params }, exchange) => {
      const picture = await readPicture(deps, params.file);
      if (!picture) throw new Problem('NOT_FOUND');
      await sendPicture(exchange, picture, IMMUTABLE);
      return undefined;
    }),
  ];
};
