import type { RefObject } from 'react';
import { Button } from '#client/ui/forms/button.tsx';
import { TextArea } from '#client/ui/forms/text-field.tsx';
import { Icon } from '#client/ui/icon.tsx';
import { Message } from '#client/ui/overlay/message.tsx';
import { Pill } from '#client/ui/pill.tsx';
import { REASON_MAX_CHARACTERS } from '#contract/limits.ts';
import { REVIEW_REASONS } from '#contract/uploads/review-reasons.ts';
import type { ReviewActs } from './use-review-keys.ts';

const Key = ({ name }: { name: string }) => (
  <span className="kbd max-md:hidden" aria-hidden="true">
    {name}
  </span>
);

export type ReviewReason = { chosen: number | null; text: string; isOpen: boolean };

/** The bar with all decisions. It stays at the bottom of the window. */
export function ReviewDecision({
  acts,
  reason,
  field,
  busy,
  idle,
  failure,
  onText,
}: {
  acts: ReviewActs;
  reason: ReviewReason;
  field: RefObject<HTMLDivElement | null>;
  busy: 'APPROVED' | 'REJECTED' | null;
  /** Whether nothing can be decided. */
  idle: boolean;
  failure: string | null;
  onText: (text: string) => void;
}) {
  return (
    <section className="review-bar" aria-label="Decision">
      {failure && <Message tone="error">{failure}</Message>}
      {reason.isOpen && (
        <div ref={field}>
          <TextArea
            label="Reason for rejecting, sent to the creator"
            rows={2}
            maxLength={REASON_MAX_CHARACTERS}
            value={reason.text}
            onChange={({ currentTarget }) => onText(currentTarget.value)}
          />
        </div>
      )}
      <div className="review-acts">
        <Button
          variant="solid"
          busy={busy === 'APPROVED'}
          idle={idle || busy !== null}
          aria-keyshortcuts="A"
          onClick={acts.approve}
        >
          <Icon name="check" />
          Approve
          <Key name="A" />
        </Button>
        <fieldset className="review-reasons">
          <legend className="sr-only">Reason</legend>
          {REVIEW_REASONS.map(({ label }, index) => (
            <Pill
              key={label}
              pressed={reason.chosen === index}
              aria-keyshortcuts={String(index + 1)}
              onClick={() => acts.choose(index)}
            >
              <Key name={String(index + 1)} />
              {label}
            </Pill>
          ))}
        </fieldset>
        <Button aria-keyshortcuts="Q" onClick={acts.ask}>
          <Icon name="reply" />
          Ask
          <Key name="Q" />
        </Button>
        <Button
          variant="danger"
          busy={busy === 'REJECTED'}
          idle={idle || busy !== null}
          aria-keyshortcuts="R"
          onClick={acts.reject}
        >
          <Icon name="close" />
          Reject
          <Key name="R" />
        </Button>
        <Button variant="quiet" aria-keyshortcuts="S" onClick={acts.skip}>
          Skip
          <Key name="S" />
        </Button>
      </div>
    </section>
  );
}
