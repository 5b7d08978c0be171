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
  /** Path to return to after logging in. */
  next: string;
  /** Called with the change; needed where the request is not rendered from a cached response. */
  onChange?: Parameters<typeof vote>[3];
};

/** Sends votes; the code for that is loaded on the first click. */
const useVote = (request: ResourceRequest, onChange: Voting['onChange']) => {
  const context = useAppContext();
  return (wish: Wish): void =>
    void import('./votes.ts').then(
      (file) => file.vote(context, request, wish, onChange),
      () => showToast({ tone: 'error', text: 'The vote could not be saved. Please try again.' }),
    );
};

/** Votes of a request: a toggle for members while the request is open, a link to the login page for guests. */
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
          Voted<span className="sr-only">: remove your vote for {resourceName}</span>
        </span>
      ) : (
        <span>
          Vote<span className="sr-only"> for {resourceName}</span>
        </span>
      )}
    </button>
  );
}

/** Toggle for emails about the outcome, shown to users who voted. Only verified addresses receive them. */
export function TellButton({ request, onChange }: Omit<Voting, 'next'>) {
  const wish = useVote(request, onChange);
  const { resourceName, tells, voted, own, status } = request;
  if (!isOpen(status) || !(voted || own)) return null;
  return (
    <button
      type="button"
      className="btn btn-quiet btn-sm tell"
      aria-pressed={tells}
      title={tells ? "We'll email you when the status changes." : 'Get an email when the status changes.'}
      onClick={() => wish({ voted: true, tells: !tells })}
    >
      <Icon name="bell" small />
      Notify me<span className="sr-only"> about {resourceName}</span>
    </button>
  );
}
