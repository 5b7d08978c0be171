// Votes for requests. A click takes effect immediately wherever the request is shown; if the server refuses it, it is undone and
// the server's message is shown.

import { findSimilar, listRequests, takeVoteBack, voteForRequest } from '#client/features/requests/api.ts';
import type { AppContext } from '#client/kit/data/app-context.ts';
import { CallError } from '#client/kit/data/call.ts';
import { invalidate, update } from '#client/kit/data/query.ts';
import { showToast } from '#client/ui/overlay/toast-queue.ts';
import type { ResourceRequest } from '#contract/requests/api.ts';

type Change = Partial<Pick<ResourceRequest, 'votes' | 'voted' | 'tells' | 'isPremium'>>;

/** Queries whose cached responses contain requests: pages of the board, and similar requests. */
const readsOf = ({ queryCache }: AppContext) =>
  queryCache
    .dehydrate()
    .map(([key]) => key)
    .filter((key) => [listRequests, findSimilar].some(({ path }) => key.startsWith(`${path} `)))
    .map((key) => ({ key, run: (): Promise<{ requests: ResourceRequest[] }> => Promise.reject(new Error(key)) }));

const show = (context: AppContext, id: string, change: Change): void => {
  for (const given of readsOf(context)) {
    update(context, given, (data) => ({
      ...data,
      requests: data.requests.map((request) => (request.id === id ? { ...request, ...change } : request)),
    }));
  }
};

/** Calls in progress by request; each promise resolves to whether the call succeeded. */
const underWay = new Map<string, Promise<boolean>>();

/** The desired state: whether the user votes for the request, and whether they want an email about the outcome. */
export type Wish = { voted: boolean; tells?: boolean };

const send = async (
  context: AppContext,
  request: ResourceRequest,
  { voted, tells }: Wish,
  onChange?: (change: Change) => void,
): Promise<boolean> => {
  const { id } = request;
  const draw = (change: Change): void => {
    show(context, id, change);
    onChange?.(change);
  };
  const step = voted === request.voted ? 0 : voted ? 1 : -1;
  draw({ voted, votes: request.votes + step, tells: voted && (tells ?? request.tells) });
  const params = { id };
  try {
    const reply = voted
      ? await voteForRequest(context.transport, { params, body: tells === undefined ? {} : { tells } })
      : await takeVoteBack(context.transport, { params });
    draw(reply);
    // The setting was saved, but unverified addresses get no email.
    if (tells && !reply.tells)
      showToast({ tone: 'info', text: 'Confirm your email address to get emails about this request.' });
    return true;
  } catch (error) {
    const { votes, voted: before, tells: told } = request;
    draw({ votes, voted: before, tells: told });
    const isRefusal = error instanceof CallError;
    showToast({ tone: 'error', text: isRefusal ? error.message : 'The vote could not be saved. Please try again.' });
    return false;
  } finally {
    // The board's order and counts may have changed, so they are reloaded on the next visit.
    for (const given of readsOf(context)) invalidate(context, given);
  }
};

/**
 * Adds or withdraws a vote, or turns its notification on or off. `onChange` receives the change, for requests that are not
 * cached. While a vote is being sent, further clicks on the vote button are ignored, and a notification change waits for the
 * call. Resolves when the call has finished.
 */
export async function vote(
  context: AppContext,
  request: ResourceRequest,
  wish: Wish,
  onChange?: (change: Change) => void,
): Promise<void> {
  const { id } = request;
  const before = underWay.get(id);
  if (before && (wish.tells === undefined || !(await before) || underWay.has(id))) return;
  const sent = send(context, request, wish, onChange);
  underWay.set(id, sent);
  await sent.finally(() => underWay.delete(id));
}
