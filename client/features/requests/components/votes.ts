// Votes for requests. A press is shown immediately wherever the request appears; a refusal reverts it with the server's message.

import { findSimilar, listRequests, takeVoteBack, voteForRequest } from '#client/features/requests/api.ts';
import type { AppContext } from '#client/kit/data/app-context.ts';
import { CallError } from '#client/kit/data/call.ts';
import { invalidate, update } from '#client/kit/data/query.ts';
import { showToast } from '#client/ui/overlay/toast-queue.ts';
import type { ResourceRequest } from '#contract/requests/api.ts';

type Change = Partial<Pick<ResourceRequest, 'votes' | 'voted' | 'tells' | 'isPremium'>>;

/** Cached responses that contain requests: pages of the board and similar requests. */
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

/** Calls in flight by request, and whether they succeed. */
const underWay = new Map<string, Promise<boolean>>();

/** The wanted state: voted or not, and whether to email the person about the outcome. */
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
    // The choice is stored, but unverified addresses get no email.
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
    // The board's order and counts may have changed, so the next visit reloads it.
    for (const given of readsOf(context)) invalidate(context, given);
  }
};

/**
 * Adds or withdraws a vote, or changes its notification. `onChange` gets the change where the request is not cached. While a vote
 * is in flight, further presses on it are ignored, and a notification change waits for it. Resolves when the call is done.
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
