import { createHash } from 'node:crypto';
import { getProxiedPicture } from '#contract/image-proxy/api.ts';
import type { Deps } from '#server/deps.ts';
import { Problem } from '#server/kit/http/problem.ts';
import { isUnchanged } from '#server/kit/http/range.ts';
import { createPictureMaker } from '#server/kit/media/image-maker.ts';
import { pictureHostOf, withPictureHost } from '#server/platform/picture-host.ts';
import { answerExchange, type Route } from '#server/platform/serve.ts';
import { type ProxyDeps, pictureFrom } from './actions.ts';
import * as queries from './queries.ts';
import { ownPictures } from './rules.ts';

/** Cached for an hour only, because a request can be removed from the board together with its image. */
const CACHING = 'public, max-age=3600';

export function imageProxyRoutes(deps: Deps): Route[] {
  const proxyDeps: ProxyDeps = { ...deps, makePicture: createPictureMaker({ log: deps.log }), readings: new Map() };
  return [
    answerExchange(getProxiedPicture, async ({ query, viewer, network }, { request, reply }) => {
      const { id, url } = query;
      if (await queries.isPictureOfRequest(deps.db, id, url)) {
        const gone = new AbortController();
        reply.raw.once('close', () => gone.abort());
        const body = await pictureFrom(proxyDeps, url, { who: viewer?.id ?? network, gone: gone.signal });
        const etag = `"${createHash('sha256').update(body).digest('hex').slice(0, 32)}"`;
        reply.header('cache-control', CACHING).header('etag', etag);
        if (isUnchanged(request.headers, { etag })) await reply.code(304).send();
        else await reply.type('image/webp').send(body);
        return undefined;
      }
      const own = await queries.findOwnPictures(deps.db, id);
      // Compare with the URLs that this site's responses contain.
      const host = pictureHostOf(deps.settings);
      const shown = own && ownPictures(own).find((path) => url === path || url === withPictureHost(path, host));
      if (!shown) throw new Problem('PICTURE_NOT_STORED');
      await reply.header('cache-control', CACHING).redirect(String(withPictureHost(shown, host)));
      return undefined;
    }),
  ];
}
