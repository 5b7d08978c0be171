import { getShareCard } from '#contract/seo/api.ts';
import { DEFAULT_SHARE_CARD, shareCardPath } from '#contract/seo/og-images.ts';
import type { Deps } from '#server/deps.ts';
import { Problem } from '#server/kit/http/problem.ts';
import { isUnchanged } from '#server/kit/http/range.ts';
import { PICTURE_CACHING } from '#server/platform/public-files.ts';
import { answerExchange, type Route } from '#server/platform/serve.ts';
import { createCards, findCard } from './actions.ts';
import { createDrawing } from './drawing.ts';

export function ogImageRoutes(deps: Deps & { fontsFolder: string }): Route[] {
  const pictureOf = createCards({ ...deps, draw: createDrawing(deps) });

  return [
    answerExchange(getShareCard, async ({ params }, { request, reply }) => {
      const [card, site] = await Promise.all([findCard(deps, params.kind, params.id), deps.settings.get()]);
      if (!card) throw new Problem('NOT_FOUND');
      // Only the current version is drawn; outdated and made-up URLs redirect to it.
      const path = shareCardPath(site, card);
      if (!path.endsWith(`/${params.file}`)) {
        await reply.header('cache-control', 'public, max-age=60').redirect(path);
        return undefined;
      }
      const etag = `"${params.file.slice(0, 14)}"`;
      if (isUnchanged(request.headers, { etag })) {
        await reply.header('cache-control', PICTURE_CACHING).header('etag', etag).code(304).send();
        return undefined;
      }
      const body = await pictureOf(card, site);
      if (body) await reply.header('cache-control', PICTURE_CACHING).header('etag', etag).type('image/jpeg').send(body);
      else await reply.header('cache-control', 'no-store').redirect(DEFAULT_SHARE_CARD);
      return undefined;
    }),
  ];
}
