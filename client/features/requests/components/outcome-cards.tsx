import { type ReactNode, useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { boardHref } from '#client/features/requests/board-query.ts';
import { shortDescription, voteText, waitText } from '#client/features/requests/request-labels.ts';
import { Button, buttonClass } from '#client/ui/forms/button.tsx';
import { Icon, type IconName } from '#client/ui/icon.tsx';
import type { RequestOutcome } from '#contract/requests/api.ts';
import { OriginalLink, RequestBadges, RequestDecision } from './request-facts.tsx';
import { RequestPicture } from './request-picture.tsx';
import type { Wait } from './use-wait.ts';
import { TellButton } from './vote-button.tsx';

const OWN_REQUESTS = boardHref({ mine: 'true' });

/** A card shown in place of the form. If it is the response to a click, it takes focus, so that screen readers announce it. */
const OutcomeCard = ({
  tone,
  icon,
  title,
  isAnswer,
  children,
  actions,
}: {
  tone: 'scope' | 'tungsten' | 'daylight';
  icon: IconName;
  title: string;
  isAnswer: boolean;
  children: ReactNode;
  actions: ReactNode;
}) => {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (isAnswer) heading.current?.focus();
  }, [isAnswer]);
  return (
    <section className={`panel outcome c-${tone}`}>
      <div className="flex items-center gap-3.5">
        <span className="outcome-mark tint">
          <Icon name={icon} />
        </span>
        <h2 ref={heading} tabIndex={-1} className="display text-state">
          {title}
        </h2>
      </div>
      <div className="mt-5 grid gap-5">{children}</div>
      <div className="mt-6 flex flex-wrap gap-2">{actions}</div>
    </section>
  );
};

const WaitLine = ({ wait: { isWaiting, minutes } }: { wait: Wait }) => (
  <p className="min-h-6 text-muted">
    {!isWaiting && 'You can request another asset now.'}
    {isWaiting && minutes !== undefined && (
      <>
        You can request another asset in <span className="font-semibold text-fg">{waitText(minutes)}</span>.
      </>
    )}
  </p>
);

const Wanted = ({ request }: { request: RequestOutcome['request'] }) => {
  const { ogData, resourceName, resourceLink } = request;
  return (
    <div className="outcome-wanted">
      <RequestPicture request={request} eager />
      <div className="min-w-0">
        <p className="text-card font-semibold wrap-anywhere">{ogData?.title ?? resourceName}</p>
        <p className="mt-1 flex flex-wrap gap-x-3 gap-y-1 text-sm text-muted">
          <OriginalLink link={resourceLink} name={resourceName} />
          {ogData?.price && (
            <span>
              Original: <span className="mono">{ogData.price}</span>
            </span>
          )}
        </p>
        {ogData?.description && <p className="mt-2 text-sm wrap-anywhere">{shortDescription(ogData.description)}</p>}
        {!ogData && (
          <p className="mt-2 text-sm text-muted">We couldn't read the linked page, but your request is saved.</p>
        )}
      </div>
    </div>
  );
};

export function SuccessCard({
  outcome,
  wait,
  onAgain,
}: {
  outcome: Extract<RequestOutcome, { status: 'success' }>;
  wait: Wait;
  onAgain: () => void;
}) {
  return (
    <OutcomeCard
      tone="scope"
      icon="check"
      title="Request Submitted"
      isAnswer
      actions={
        <>
          <Link to={OWN_REQUESTS} className={buttonClass({ variant: 'solid' })}>
            See it on the board
          </Link>
          {!wait.isWaiting && <Button onClick={onAgain}>Request another asset</Button>}
        </>
      }
    >
      <p>{outcome.message}</p>
      <Wanted request={outcome.request} />
      <WaitLine wait={wait} />
    </OutcomeCard>
  );
}

export function AskedCard({
  outcome: { message, request },
  onChange,
  onAgain,
}: {
  outcome: Extract<RequestOutcome, { status: 'warning' }>;
  onChange: (change: Partial<RequestOutcome['request']>) => void;
  onAgain: () => void;
}) {
  return (
    <OutcomeCard
      tone="daylight"
      icon="info"
      title="Resource Already Requested"
      isAnswer
      actions={
        <>
          <Button variant="solid" onClick={onAgain}>
            Request something else
          </Button>
          <Link to={request.voted ? OWN_REQUESTS : boardHref({ status: request.status })} className={buttonClass()}>
            See it on the board
          </Link>
        </>
      }
    >
      <p>{message}</p>
      <div>
        <p className="mb-2 text-card font-semibold wrap-anywhere">{request.resourceName}</p>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2 text-sm text-muted">
          <RequestBadges request={request} />
          <span>{voteText(request.votes)}</span>
          {request.voted && !request.own && <span>We added your vote.</span>}
          <TellButton request={request} onChange={onChange} />
        </div>
        <RequestDecision request={request} />
      </div>
    </OutcomeCard>
  );
}

export function LimitCard({ wait, isAnswer }: { wait: Wait; isAnswer: boolean }) {
  return (
    <OutcomeCard
      tone="tungsten"
      icon="pause"
      title="Request Limit Reached"
      isAnswer={isAnswer}
      actions={
        <>
          <Link to={OWN_REQUESTS} className={buttonClass({ variant: 'solid' })}>
            See your requests
          </Link>
          <Link to="/requests" className={buttonClass()}>
            Vote for others
          </Link>
        </>
      }
    >
      <p>You can request one asset every 24 hours. You can vote for other requests at any time.</p>
      <WaitLine wait={wait} />
    </OutcomeCard>
  );
}
