import { isOpen, wholeCount } from '#client/features/requests/request-labels.ts';
import { SignInLink } from '#client/features/resources/components/sign-in-link.tsx';
import { useAppContext } from '#client/kit/data/app-context.ts';
import { useAuth } from '#client/kit/session.tsx';
import { Icon } from '#client/ui/icon.tsx';
import { showToast } from '#client/ui/overlay/toast-queue.ts';
import type { ResourceRequest } from '#contract/requests/api.ts';
import type { vote, Wish } from './votes.ts';

type Voting = {
  request: ResourceRequest;
  /** Where somebody who logs in first comes back to. */
  next: string;
  /** Hears the change where the request is drawn from no kept answer. */
  onChange?: Parameters<typeof vote>[3];
};

/** Sends the wish; the code for it comes with the first press. */
const useVote = (request: ResourceRequest, onChange: Voting['onChange']) => {
  const context = useAppContext();
  return (wish: Wish): void =>
    void import('./votes.ts').then(
      (file) => file.vote(context, request, wish, onChange),
      () => showToast({ tone: 'error', text: 'The vote could not be saved. Please try again.' }),
    );
};

/** The votes of a request: a toggle for members while it is open, the way to the sign-in page for guests. */
export function VoteButton({ request, next, onChange }: Voting) {
  const { session } = useAuth();
  const wish = useVote(request, onChange);
  const { resourceName, votes, voted, own, status } = request;
  const count = <span className="vote-count">{wholeCount.format(votes)}</span>;
  if (!isOpen(status) || own) {
    return (
      <p className="vote" data-still>
        {count}
        <span>{votes === 1 ? 'vote' : 'votes'}</span>
      </p>
    );
  }
  if (session.state === 'signed-out') {
    return (
      <SignInLink next={next} className="vote">
        <Icon name="chevron" small className="rotate-180" />
        {count}
        <span>
          Vote<span className="sr-only"> for {resourceName}</span>
        </span>
      </SignInLink>
    );
  }
  return (
    <button
      type="button"
      className="vote"
      data-on={voted || undefined}
      disabled={session.state === 'loading'}
      onClick={() => wish({ voted: !voted })}
    >
      <Icon name={voted ? 'check' : 'chevron'} small className={voted ? undefined : 'rotate-180'} />
      {count}
      {voted ? (
        <span>
          Voted<span className="sr-only">: take the vote for {resourceName} back</span>
        </span>
      ) : (
        <span>
          Vote<span className="sr-only"> for {resourceName}</span>
        </span>
      )}
    </button>
  );
}

/** Whether somebody who voted wants to be mailed what becomes of the request; no mail goes to an address that is not verified. */
export function TellButton({ request, onChange }: Omit<Voting, 'next'>) {
  const wish = useVote(request, onChange);
  const { resourceName, tells, voted, own, status } = request;
  if (!isOpen(status) || !(voted || own)) return null;
  return (
    <button
      type="button"
      className="btn btn-quiet btn-sm tell"
      aria-pressed={tells}
      title={tells ? 'A mail to your verified address tells you.' : 'Get a mail to your verified address.'}
      onClick={() => wish({ voted: true, tells: !tells })}
    >
      <Icon name="bell" small />
      Tell me<span className="sr-only"> what becomes of {resourceName}</span>
    </button>
  );
}
