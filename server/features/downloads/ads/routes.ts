import * as contract from '#contract/downloads/ads.ts';
import type { Deps } from '#server/deps.ts';
import { Problem } from '#server/kit/http/problem.ts';
import { isUnchanged } from '#server/kit/http/range.ts';
import { createPictureMaker } from '#server/kit/media/image-maker.ts';
import { requireWithinLimit } from '#server/kit/rate-limits/pg-rate-limiter.ts';
import { FileMissing } from '#server/kit/storage/errors.ts';
import { actorOf, answer, answerExchange, type Caller, type Route } from '#server/platform/serve.ts';
import * as actions from './actions.ts';
import * as queries from './queries.ts';
import { imageKeyOf, imageUrlOf } from './rules.ts';
import type { AdStand } from './stand.ts';

const IMMUTABLE = 'public, max-age=31536000, immutable';

/** Input shared by PUT and PATCH. */
type Change<Body> = Caller & { params: { id: string }; body: Body };

const presentAd = ({ imageKey, createdAt, ...row }: queries.AdRow): contract.AdCreative => ({
  ...row,
  imageUrl: imageUrlOf(imageKey),
  createdAt: createdAt.toISOString(),
});

export function adRoutes(deps: Deps & { ads: AdStand }): Route[] {
  const makePicture = createPictureMaker({ log: deps.log });
  const change = async (call: Change<contract.AdChange>) =>
    presentAd(await actions.changeAd(deps, call.params.id, call.body, actorOf(call)));

  return [
    answer(contract.listAds, async () => {
      await deps.ads.flush();
      return (await queries.findAds(deps.db)).map(presentAd);
    }),
    answer(contract.addAd, async (call) => presentAd(await actions.addAd(deps, call.body, actorOf(call)))),
    answer(contract.changeAd, change),
    answer(contract.patchAd, change),

    answer(contract.setAdImage, async (call) => {
      const { image } = call.files;
      if (!image) throw new Problem('BAD_INPUT', { fields: { image: 'Choose a picture.' } });
      return presentAd(await actions.setAdImage({ ...deps, makePicture }, call.params.id, image, actorOf(call)));
    }),
    answer(contract.deleteAdImage, async (call) =>
      presentAd(await actions.deleteAdImage(deps, call.params.id, actorOf(call))),
    ),
    answer(contract.deleteAd, async (call) => {
      await actions.deleteAd(deps, call.params.id, actorOf(call));
      return null;
    }),

    answer(contract.countAdClick, async ({ params, network }) => {
      await requireWithinLimit(deps, `ad clicks ${network}`, deps.limits.adClicks, deps.now());
      if (!(await queries.findAd(deps.db, params.id))) throw new Problem('AD_NOT_FOUND');
      deps.ads.count(params.id, 'clicks');
      return null;
    }),

    answerExchange(contract.getAdImage, async ({ params }, { request, reply }) => {
      const etag = `"${params.file.slice(0, 16)}"`;
      reply.header('cache-control', IMMUTABLE).header('etag', etag);
      if (isUnchanged(request.headers, { etag })) return await reply.code(304).send();
      try {
        const file = await deps.storage.open(imageKeyOf(params.file) ?? '');
        try {
          const buffer = Buffer.allocUnsafe(file.size);
          await reply.type('image/webp').send(buffer.subarray(0, await file.read(buffer, 0)));
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
