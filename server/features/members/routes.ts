import { patchAdminProfile, putAdminProfile } from '#contract/admin/settings.ts';
import * as contract from '#contract/members/api.ts';
import { TOP_LEAKERS } from '#contract/members/limits.ts';
import { findUploader, presentAccount } from '#server/features/accounts/public.ts';
import { readResourcePage } from '#server/features/resources/public.ts';
import { createMemory } from '#server/kit/db/cache.ts';
import { paginate } from '#server/kit/db/pagination.ts';
import { Problem } from '#server/kit/http/problem.ts';
import { createPictureMaker } from '#server/kit/media/image-maker.ts';
import { requireWithinLimit } from '#server/kit/rate-limits/pg-rate-limiter.ts';
import { passwords } from '#server/kit/security/passwords.ts';
import { pictureUrl } from '#server/platform/profile-pictures.ts';
import { answer, answerExchange, type Route } from '#server/platform/serve.ts';
import { setSessionCookies } from '#server/platform/session-cookies.ts';
import { isSecureSite } from '#server/platform/sessions.ts';
import { signedIn, type Viewer } from '#server/platform/viewer.ts';
import type { Deps } from '../../deps.ts';
import { updateProfile } from './actions.ts';
import { changeOwnProfile } from './own-profile.ts';
import { createDefaultPicture, readPicture, sendPicture } from './pictures.ts';
import { presentProfile, presentProfileUpload } from './presenting.ts';
import * as queries from './queries.ts';
import { ownPictureFile, searchPatterns } from './rules.ts';

const TOP_KEPT_MS = 60_000;
const AVATAR_CACHING = 'public, max-age=300';
const IMMUTABLE = 'public, max-age=31536000, immutable';

/** Whether the viewer sees the private parts of a profile: owners see their own, admins see all. */
const seesAll = (viewer: Viewer | null, ownerId?: string): boolean =>
  viewer !== null && (viewer.id === ownerId || (viewer.role === 'ADMIN' && !viewer.needsTwoFactor));

export function memberRoutes(deps: Deps): Route[] {
  const top = createMemory<contract.TopUser[]>({ max: 1, ttlMs: TOP_KEPT_MS });
  for (const topic of ['members', 'resources']) deps.bus.subscribe(topic, top.clear);
  deps.bus.onReset(top.clear);
  const makePicture = createPictureMaker({ log: deps.log });
  const defaultPicture = createDefaultPicture(deps);

  const measureTop = async (): Promise<contract.TopUser[]> => {
    const rows = await queries.findTopUsers(deps.db, TOP_LEAKERS, deps.now());
    return rows.map((row) => ({ ...row, avatar: pictureUrl(row.avatar, 'avatar'), views: row.views ?? 0 }));
  };

  const secure = isSecureSite(deps.config);

  return [
    ...[putAdminProfile, patchAdminProfile].map((endpoint) =>
      answerExchange(endpoint, async ({ body, viewer, network }, { reply }) => {
        const asker = { viewer: signedIn(viewer), network };
        const { reply: changed, renewed } = await changeOwnProfile({ ...deps, passwords }, asker, body);
        if (renewed) setSessionCookies(reply, renewed, { secure, now: deps.now() });
        reply.header('cache-control', 'no-store');
        return changed;
      }),
    ),

    answer(contract.listTopUsers, async () => ({ users: await top.get('', measureTop) })),

    answerExchange(contract.getAvatar, async ({ params }, exchange) => {
      const member = await queries.findAvatar(deps.db, params.username.toLowerCase(), deps.now());
      if (!member) throw new Problem('PROFILE_NOT_FOUND');
      const file = ownPictureFile(member.avatar);
      const own = file ? await readPicture(deps, file) : null;
      // Pictures hosted by a provider are not fetched here; the default picture is sent instead.
      await sendPicture(exchange, own ?? (await defaultPicture()), AVATAR_CACHING);
      return undefined;
    }),

    answer(contract.getProfile, async ({ params, viewer }) => {
      const asker = viewer && { id: viewer.id, seesAll: seesAll(viewer) };
      const profile = await queries.findProfile(deps.db, params.username.toLowerCase(), asker, deps.now());
      if (!profile) throw new Problem('PROFILE_NOT_FOUND');
      return presentProfile(profile);
    }),

    answer(contract.listProfileUploads, async ({ params, query, viewer }) => {
      const uploader = await findUploader(deps.db, params.username.toLowerCase(), deps.now());
      if (!uploader) throw new Problem('PROFILE_NOT_FOUND');
      const page = { ...readResourcePage(query), sort: query.sort ?? ('newest' as const) };
      const filter = {
        authorId: uploader.id,
        seesAll: seesAll(viewer, uploader.id),
        patterns: searchPatterns(query.search ?? ''),
      };
      const isCounted = !filter.seesAll && filter.patterns.length === 0;
      const [rows, total] = await Promise.all([
        queries.listProfileUploads(deps.db, filter, page),
        isCounted ? uploader.uploads : queries.countUploads(deps.db, filter),
      ]);
      return { uploads: rows.map(presentProfileUpload), pagination: paginate(total, page) };
    }),

    answer(contract.updateProfile, async ({ viewer, body, files }) => {
      if (!viewer) throw new Problem('SIGN_IN_REQUIRED');
      await requireWithinLimit(deps, `profile changes ${viewer.id}`, deps.limits.profileChanges, deps.now());
      return presentAccount(await updateProfile({ ...deps, makePicture }, viewer.id, { fields: body, files }));
    }),

    answerExchange(contract.getUserPicture, async ({ params }, exchange) => {
      const picture = await readPicture(deps, params.file);
      if (!picture) throw new Problem('NOT_FOUND');
      await sendPicture(exchange, picture, IMMUTABLE);
      return undefined;
    }),
  ];
}
