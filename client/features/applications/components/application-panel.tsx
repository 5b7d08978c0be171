import { type ReactNode, useEffect } from 'react';
import { Link } from 'react-router';
import { useAuth } from '#client/kit/session.tsx';
import { formatDay } from '#client/kit/text/format-date.ts';
import { Badge, type Tone } from '#client/ui/badge.tsx';
import { Button, buttonClass } from '#client/ui/forms/button.tsx';
import { Message } from '#client/ui/overlay/message.tsx';
import type { ApplicationStatus } from '#contract/applications/api.ts';
import { useApplication } from './use-application.ts';

const BADGES: Record<ApplicationStatus['status'], { tone: Tone; word: string } | null> = {
  NONE: null,
  PENDING: { tone: 'tungsten', word: 'PENDING' },
  APPROVED: { tone: 'scope', word: 'APPROVED' },
  REJECTED: { tone: 'clip', word: 'REJECTED' },
};

const dayOf = (time: string | null): string => (time ? ` on ${formatDay(time)}` : '');

const Sentence = ({ status }: { status: ApplicationStatus | undefined }): ReactNode => {
  if (status?.status === 'PENDING') {
    return `Your application was submitted${dayOf(status.createdAt)} and is in review. We'll email you our decision. Once it's approved, you can open the leaker dashboard.`;
  }
  if (status?.status === 'APPROVED') return `Your application was approved${dayOf(status.decidedAt)}. Welcome aboard.`;
  if (status?.status === 'REJECTED') {
    return (
      <>
        Your application was rejected{dayOf(status.decidedAt)}.
        {status.reason && <q className="mt-2 block text-fg wrap-anywhere">{status.reason}</q>} You can apply again.
      </>
    );
  }
  if (status?.waitsForVerification) {
    return "We'll submit your application as soon as you confirm your email.";
  }
  return 'Share your own presets, overlays and sounds with the community. An administrator reviews every application.';
};

/** The server applies the new role immediately, but this page was loaded with the old one. */
const ApprovedRole = () => {
  const { session, refresh } = useAuth();
  const isBehind = session.user?.role === 'USER' || session.user?.role === 'PREMIUM';
  useEffect(() => {
    if (isBehind) void refresh();
  }, [isBehind, refresh]);
  return (
    <Link to="/leaker" className={buttonClass({ variant: 'solid' })}>
      Open the leaker dashboard
    </Link>
  );
};

/** Panel for becoming a leaker (specification, section 2): introduction, apply button and application status. */
export function ApplicationPanel({ onRetry }: { onRetry: () => void }) {
  const { status, isBusy, refusal, apply } = useApplication();
  const badge = status && BADGES[status.status];
  const mayApply = (status?.status === 'NONE' || status?.status === 'REJECTED') && !status.waitsForVerification;
  return (
    <section aria-labelledby="become-a-leaker" className="panel flex flex-col gap-4 p-5 md:p-7">
      <div className="flex flex-wrap items-center justify-between gap-x-7 gap-y-4">
        <div className="min-w-0 flex-1 basis-72">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
            <h2 id="become-a-leaker" className="display text-h2">
              Become a Leaker
            </h2>
            {badge && <Badge tone={badge.tone}>{badge.word}</Badge>}
          </div>
          <div className="mt-2.5 max-w-prose text-muted" role="status">
            <Sentence status={status} />
          </div>
        </div>
        {mayApply && (
          <Button variant="solid" size="lg" busy={isBusy} onClick={apply}>
            {isBusy ? 'Submitting...' : 'Apply Now'}
          </Button>
        )}
        {status?.status === 'APPROVED' && <ApprovedRole />}
      </div>
      {refusal && <Message tone={refusal.tone}>{refusal.sentence}</Message>}
      {!status && (
        <Message
          tone="error"
          action={
            <Button size="sm" onClick={onRetry}>
              Try again
            </Button>
          }
        >
          Your application status could not be loaded.
        </Message>
      )}
    </section>
  );
}
