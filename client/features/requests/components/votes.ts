// Votes for requests. A press shows at once wherever the request is drawn; a refusal takes it back with the server's sentence.

import { findSimilar, listRequests, takeVoteBack, voteForRequest } from '#client/features/requests/api.ts';
import type { AppContext } from '#client/kit/data/app-context.ts';
import { CallError } from '#client/kit/data/call.ts';
import { invalidate, update } from '#client/kit/data/query.ts';
import { showToast } from '#client/ui/overlay/toast-queue.ts';
import type { ResourceRequest } from '#contract/requests/api.ts';

type Change = Partial<Pick<ResourceRequest, 'votes' | 'voted' | 'tells' | 'isPremium'>>;

/** The kept answers that hold requests: pages of the board, and what was found for a name. */
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

/** Those whose call is under way, and whether it will have been taken. */
const underWay = new Map<string, Promise<boolean>>();

/** What a person wants of a request: a vote or none, and whether they are told what becomes of it. */
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
    // The wish is kept, but an address that was never shown to be theirs is mailed nothing.
    if (tells && !reply.tells)
      showToast({ tone: 'info', text: 'Confirm your email address first: then a mail tells you.' });
    return true;
  } catch (error) {
    const { votes, voted: before, tells: told } = request;
    draw({ votes, voted: before, tells: told });
    const isRefusal = error instanceof CallError;
    showToast({ tone: 'error', text: isRefusal ? error.message : 'The vote could not be saved. Please try again.' });
    return false;
  } finally {
    // The order of the board and its counts may have changed: the next visit asks.
    for (const given of readsOf(context)) invalidate(context, given);
  }
};

/**
 * Votes, takes the vote back, or asks to be told. `onChange` hears what to draw where the request is not among the kept
 * answers. While a vote is under way, a second press on it is none, and the wish to be told waits for it. Resolves when it
 * is settled.
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
