import { POST_PEOPLE_SUGGESTED } from '#contract/forum/limits.ts';
import * as contract from '#contract/forum/write.ts';
import type { Deps } from '#server/deps.ts';
import { presentLinked } from '#server/features/forum/read/rules.ts';
import { findCards } from '#server/features/resources/public.ts';
import { Problem } from '#server/kit/http/problem.ts';
import { isUnchanged } from '#server/kit/http/range.ts';
import { createPictureMaker } from '#server/kit/media/image-maker.ts';
import { requireWithinLimit } from '#server/kit/rate-limits/pg-rate-limiter.ts';
import { FileMissing } from '#server/kit/storage/errors.ts';
import { pictureUrl } from '#server/platform/profile-pictures.ts';
import { answer, answerExchange, type Route } from '#server/platform/serve.ts';
import { signedIn } from '#server/platform/viewer.ts';
import * as actions from './actions.ts';
import * as queries from './queries.ts';
import { pictureAddress, postPictureKey } from './rules.ts';

/** File names are never reused, but moderators may remove a picture, so caches keep it for a day at most. */
const CACHING = 'public, max-age=86400';

/** Endpoints that the composer uses while a post is being written. */
export function forumContentRoutes(deps: Deps): Route[] {
  const { db } = deps;
  const makePicture = createPictureMaker({ log: deps.log });

  return [
    answer(contract.previewPost, async ({ body, viewer }) => {
      await requireWithinLimit(deps, `post previews ${signedIn(viewer).id}`, deps.limits.postPreviews, deps.now());
      const { html, resourceIds } = await actions.prepareContent(deps, body.content);
      return { html, resources: (await findCards(db, resourceIds)).map(presentLinked) };
    }),

    answer(contract.suggestPeople, async ({ query }) => {
      const limit = POST_PEOPLE_SUGGESTED;
      const wanted = { prefix: query.name.toLowerCase(), limit, now: deps.now() };
      const near = query.threadId ? await queries.findParticipants(db, { threadId: query.threadId, ...wanted }) : [];
      // If the name is empty, only the thread's participants are suggested.
      const others = query.name && near.length < limit ? await queries.listMentionable(db, wanted) : [];
      const people = new Map([...near, ...others].map((person) => [person.username, person]));
      return [...people.values()]
        .slice(0, limit)
        .map(({ username, avatar }) => ({ username, avatar: pictureUrl(avatar, 'avatar') }));
    }),

    answer(contract.addForumPicture, async ({ files, viewer }) => {
      if (!files.picture) throw new Problem('BAD_INPUT', { fields: { picture: 'Choose a picture.' } });
      const { id } = signedIn(viewer);
      await requireWithinLimit(deps, `post pictures ${id}`, deps.limits.postPictures, deps.now());
      const { file, width, height } = await actions.addPicture({ ...deps, makePicture }, id, files.picture);
      return { url: pictureAddress(file), width, height };
    }),

    answerExchange(contract.getForumPicture, async ({ params }, { request, reply }) => {
      const key = postPictureKey(params.file);
      if (!key) throw new Problem('NOT_FOUND');
      const etag = `"${params.file.slice(-50, -5)}"`;
      try {
        const file = await deps.storage.open(key);
        try {
          reply.header('cache-control', CACHING).header('etag', etag);
          if (isUnchanged(request.headers, { etag })) return await reply.code(304).send();
          const buffer = Buffer.allocUnsafe(file.size);
          const body = buffer.subarray(0, await file.read(buffer, 0));
          await reply.type('image/webp').send(body);
        } finally {
          await file.close();
        }
      } catch (error) {
        throw error instanceof FileMissing ? new Problem('NOT_FOUND') : error;
      }
      return undefined;
    }),
  ];
}
