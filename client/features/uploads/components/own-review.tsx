import { UploadMessages } from '#client/features/uploads/messages/upload-messages.tsx';
import { isDraft } from '#client/features/uploads/next-steps.ts';
import { ownReviewRead } from '#client/features/uploads/own-reads.ts';
import { usualWaitText } from '#client/features/uploads/wait-text.ts';
import { useAppContext } from '#client/kit/data/app-context.ts';
import { reload, useLoaded } from '#client/kit/data/query.ts';
import { formatDay } from '#client/kit/text/format-date.ts';
import { Panel } from '#client/ui/panel.tsx';
import { SectionFailure } from '#client/ui/section-failure.tsx';
import type { OwnUpload } from '#contract/uploads/api.ts';
import type { OwnReview as Review } from '#contract/uploads/workbench.ts';

const VERBS = { APPROVED: 'Approved', REJECTED: 'Rejected', PENDING: 'Put back to review' } as const;

const Queue = ({ review: { position, waiting, usualWaitMinutes, decision } }: { review: Review }) => (
  <div className="mb-4 grid gap-2">
    {position !== null && (
      <p>
        <span className="font-semi">
          Number {position} of {waiting} in the queue.
        </span>{' '}
        {usualWaitText(usualWaitMinutes)}
      </p>
    )}
    {decision && (
      <p className="wrap-anywhere">
        {VERBS[decision.status]}
        {decision.decidedBy && ` by ${decision.decidedBy}`} on{' '}
        <time dateTime={decision.decidedAt}>{formatDay(decision.decidedAt)}</time>.
      </p>
    )}
  </div>
);

/** The upload's place in the review queue, who decided, and the messages with the reviewer. Nothing for a draft. */
export function OwnReview({ upload }: { upload: OwnUpload }) {
  const context = useAppContext();
  const review = useLoaded(ownReviewRead(upload.id));
  if (isDraft(upload)) return null;
  return (
    <Panel title="Review">
      {review ? (
        <Queue review={review} />
      ) : (
        <SectionFailure
          sentence="The place in the queue could not be loaded."
          onRetry={() => void reload(context, ownReviewRead(upload.id)).catch(() => null)}
        />
      )}
      <h3 className="mb-2 font-semibold">Messages with the reviewer</h3>
      <UploadMessages
        key={upload.id}
        id={upload.id}
        fieldId="own-message"
        empty="If the reviewer has a question, you can answer it here. We'll notify you."
      />
    </Panel>
  );
}
