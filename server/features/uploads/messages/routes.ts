import * as contract from '#contract/uploads/messages.ts';
import type { Deps } from '#server/deps.ts';
import { answer, type Route } from '#server/platform/serve.ts';
import { signedIn } from '#server/platform/viewer.ts';
import { addMessage, readMessages } from './actions.ts';

export function uploadMessageRoutes(deps: Deps): Route[] {
  return [
    answer(contract.listUploadMessages, ({ params, viewer }) => readMessages(deps, signedIn(viewer), params.id)),
    answer(contract.addUploadMessage, ({ params, body, viewer }) =>
      addMessage(deps, signedIn(viewer), { id: params.id, text: body.text.trim() }),
    ),
  ];
}
