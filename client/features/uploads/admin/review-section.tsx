import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { AssetView } from '#client/features/resources/components/asset-view.tsx';
import { UploadMessages } from '#client/features/uploads/messages/upload-messages.tsx';
import { usualWaitText } from '#client/features/uploads/wait-text.ts';
import { useAppContext } from '#client/kit/data/app-context.ts';
import { invalidateAll, reload, useRead } from '#client/kit/data/query.ts';
import { sentenceOf } from '#client/kit/form.tsx';
import { Button } from '#client/ui/forms/button.tsx';
import { Icon } from '#client/ui/icon.tsx';
import { Message } from '#client/ui/overlay/message.tsx';
import { showToast } from '#client/ui/overlay/toast-queue.ts';
import { PageTitle } from '#client/ui/page-title.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { reviewPath } from '#contract/paths.ts';
import type { ReviewItem, ReviewLock } from '#contract/uploads/workbench.ts';
import { setUploadStatus } from './approvals-api.ts';
import { ReviewDecision, type ReviewReason } from './workbench/review-decision.tsx';
import { ReviewFindings } from './workbench/review-findings.tsx';
import { ReviewCreator, ReviewDuplicates, ReviewFacts } from './workbench/review-panels.tsx';
import { withReason } from './workbench/review-rules.ts';
import { ReviewVersion } from './workbench/review-version.tsx';
import { useReviewKeys } from './workbench/use-review-keys.ts';
import { useReviewLock } from './workbench/use-review-lock.ts';
import { reviewRead } from './workbench/workbench-api.ts';
import './workbench/review.css';

const MESSAGE_FIELD = 'review-message';
const NO_REASON: ReviewReason = { chosen: null, text: '', isOpen: false };
const REASON_MISSING = 'Choose a reason with 1 to 6, or write one.';

/** The time of day at which a lock ends, in UTC like all times of the administration. */
const timeOf = ({ until }: ReviewLock): string => `${until.slice(11, 16)} UTC`;

const LockState = ({ lock, failure, take }: ReturnType<typeof useReviewLock>) => {
  if (failure) {
    return (
      <Message
        tone="error"
        action={
          <Button size="sm" onClick={() => void take()}>
            Try again
          </Button>
        }
      >
        {failure}
      </Message>
    );
  }
  if (!lock || lock.isYours) return null;
  return (
    <Message
      tone="premium"
      action={
        <Button size="sm" onClick={() => void take()}>
          Take over
        </Button>
      }
    >
      {lock.reviewer} is reviewing this, until {timeOf(lock)}. You can take over after that.
    </Message>
  );
};

const Place = ({ item, lock }: { item: ReviewItem; lock: ReviewLock | null }) => (
  <div className="mt-2 flex flex-wrap items-center gap-x-5 gap-y-2 text-sm text-muted">
    {item.position !== null && (
      <span className="mono">
        {item.position} of {item.waiting}
      </span>
    )}
    <span>{usualWaitText(item.usualWaitMinutes)}</span>
    <span role="status" className="flex items-center gap-2">
      {lock?.isYours && (
        <>
          <Icon name="lock" small />
          Locked to you until {timeOf(lock)}
        </>
      )}
    </span>
  </div>
);

/** Review of one upload: what it contains, what was found, and the decision. It is locked to the reviewer while it is open. */
export function ReviewSection({ id }: { id: string }) {
  const context = useAppContext();
  const navigate = useNavigate();
  const item = useRead(reviewRead(id));
  const held = useReviewLock(id);
  const findings = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLDivElement>(null);
  const [reason, setReason] = useState<ReviewReason>(NO_REASON);
  const [isWriting, setWriting] = useState(0);
  const [busy, setBusy] = useState<'APPROVED' | 'REJECTED' | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const { upload } = item;
  const isWaiting = upload.status === 'PENDING';
  const mayDecide = isWaiting && held.lock?.isYours === true;

  // Tab continues with the first finding.
  useEffect(() => findings.current?.focus({ preventScroll: true }), []);
  useEffect(() => {
    if (isWriting > 0) field.current?.querySelector('textarea')?.focus();
  }, [isWriting]);

  const skip = (): void => void navigate(`/admin/review?after=${id}`);
  const decide = async (status: 'APPROVED' | 'REJECTED', said?: string): Promise<void> => {
    setBusy(status);
    setFailure(null);
    const body = { status, was: 'PENDING', needsLock: true, ...(said ? { reason: said } : {}) } as const;
    try {
      await setUploadStatus(context.transport, { params: { id }, body });
      showToast({ tone: 'success', text: `${upload.title} is now ${status}.` });
      invalidateAll(context);
      skip();
    } catch (error) {
      setFailure(sentenceOf(error));
      setBusy(null);
      await Promise.allSettled([reload(context, reviewRead(id)), held.take()]);
    }
  };
  const acts = {
    approve: (): void => {
      if (mayDecide && busy === null) void decide('APPROVED');
    },
    choose: (index: number): void => {
      const text = withReason(reason.text, index);
      setReason({ chosen: index, text, isOpen: true });
      setFailure(null);
      if (text === '') setWriting(isWriting + 1);
    },
    reject: (): void => {
      if (!mayDecide || busy !== null) return;
      const said = reason.text.trim();
      if (said !== '') return void decide('REJECTED', said);
      setReason({ ...reason, isOpen: true });
      setFailure(REASON_MISSING);
      setWriting(isWriting + 1);
    },
    ask: (): void => document.getElementById(MESSAGE_FIELD)?.focus(),
    skip,
  };
  useReviewKeys(acts);

  return (
    <>
      <PageTitle>Review uploads</PageTitle>
      <Place item={item} lock={held.lock} />
      <div className="mt-3 grid gap-3 empty:hidden">
        <LockState {...held} />
        {!isWaiting && <Message tone="info">This upload isn't waiting for review. It is {upload.status}.</Message>}
      </div>
      <div className="review-columns">
        <div>
          <AssetView id={id} here={reviewPath(id)} />
          <Panel title={upload.title}>
            <p className="whitespace-pre-line wrap-anywhere">{upload.description || 'No description.'}</p>
          </Panel>
        </div>
        <div>
          {upload.versionOf && <ReviewVersion upload={upload} />}
          <ReviewFindings item={item} box={findings} />
          <ReviewDuplicates item={item} />
          <Panel title={`Messages with ${upload.leaker}`}>
            <UploadMessages id={id} fieldId={MESSAGE_FIELD} empty="Ask the creator, who is notified." />
          </Panel>
        </div>
        <div>
          <ReviewFacts item={item} />
          <ReviewCreator item={item} />
        </div>
      </div>
      <ReviewDecision
        acts={acts}
        reason={reason}
        field={field}
        busy={busy}
        idle={!mayDecide}
        failure={failure}
        onText={(text) => setReason({ ...reason, text })}
      />
    </>
  );
}
