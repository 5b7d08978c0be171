import { UPLOAD_CHUNK_BYTES } from '#contract/uploads/limits.ts';
import * as contract from '#contract/uploads/sessions.ts';
import type { Deps } from '#server/deps.ts';
import { discardBody, readBody } from '#server/kit/http/body-stream.ts';
import { TUS_VERSION } from '#server/kit/http/tus-protocol.ts';
import { answer, answerExchange, type Exchange, type Route } from '#server/platform/serve.ts';
import { signedIn, type Viewer } from '#server/platform/viewer.ts';
import { completeSession } from './actions.ts';
import type { Receiver } from './receiving.ts';
import { presentSession } from './rules.ts';

export function uploadSessionRoutes(deps: Deps & { receiver: Receiver }): Route[] {
  // Responds to a tus request. The unread rest of a body is discarded, so that the sender can read an error response.
  const speak = async (viewer: Viewer | null, id: string | null, { request, reply }: Exchange): Promise<undefined> => {
    const { raw, method, headers } = request;
    reply.headers({ 'tus-resumable': TUS_VERSION, 'tus-version': TUS_VERSION, 'cache-control': 'no-store' });
    const who = { viewer: signedIn(viewer), body: (limits: Parameters<typeof readBody>[1]) => readBody(raw, limits) };
    try {
      const answered = await deps.receiver.answer({ who, method, headers, id });
      // Sent directly rather than returned, because the declared status is only for success, and HEAD has no body.
      await reply.code(answered.status).headers(answered.headers).send();
    } finally {
      discardBody(raw, UPLOAD_CHUNK_BYTES);
    }
  };

  return [
    answerExchange(contract.createUploadSession, ({ viewer }, exchange) => speak(viewer, null, exchange)),
    answerExchange(contract.continueUploadSession, ({ viewer, params }, exchange) =>
      speak(viewer, params.id, exchange),
    ),
    answerExchange(contract.askUploadSession, ({ viewer, params }, exchange) => speak(viewer, params.id, exchange)),
    answerExchange(contract.endUploadSession, ({ viewer, params }, exchange) => speak(viewer, params.id, exchange)),
    answer(contract.completeUploadSession, async ({ viewer, params, body }) =>
      presentSession(await completeSession(deps, signedIn(viewer), params.id, body?.files)),
    ),
  ];
}
