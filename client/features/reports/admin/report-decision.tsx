import { useState } from 'react';
import { Button } from '#client/ui/forms/button.tsx';
import { TextArea } from '#client/ui/forms/text-field.tsx';
import { Message } from '#client/ui/overlay/message.tsx';
import { REASON_MAX_CHARACTERS } from '#contract/limits.ts';
import type { AdminReport, reportDecisions } from '#contract/reports/api.ts';

export type ReportDecision = (typeof reportDecisions)[number];

/** A resource can be hidden again and again, a post is removed once. */
const canHide = ({ kind, subject: { state } }: AdminReport): boolean =>
  (kind === 'resource' && (state === 'there' || state === 'hidden')) || (kind === 'post' && state === 'there');

const hideLabel = ({ kind, subject }: AdminReport): string => {
  if (kind !== 'post') return 'Hide at once';
  return subject.threadPosts === null ? 'Remove at once' : 'Remove the thread at once';
};

/** What follows from each decision, for whoever takes it. */
const consequence = ({ kind, subject }: AdminReport): string => {
  if (kind === 'resource' && subject.state !== 'gone')
    return 'Hiding takes the resource from everybody but its leaker and administrators, at once; the Uploads section shows it again. Upholding only tells both sides.';
  if (kind === 'post' && subject.state === 'there')
    return subject.threadPosts === null
      ? 'Removing takes the post from everybody, at once and for good: its place shows your reason to everybody. Upholding only tells both sides.'
      : `Removing takes the whole thread with its ${subject.threadPosts === 1 ? 'only post' : `${subject.threadPosts} posts`} from everybody, at once and for good. Upholding only tells both sides.`;
  if (kind === 'profile' && subject.state !== 'gone')
    return 'Upholding tells both sides. What happens to the account is decided in the Users section.';
  return 'Upholding tells whoever reported it that you have acted.';
};

/** Asks for the reason, then decides: once, and told to both sides. */
export function ReportDecisionForm({
  report,
  isBusy,
  failure,
  onDecide,
}: {
  report: AdminReport;
  isBusy: boolean;
  failure: string | null;
  onDecide: (decision: ReportDecision, message: string) => void;
}) {
  const [message, setMessage] = useState('');
  const [error, setError] = useState<string | undefined>();
  const decide = (decision: ReportDecision) => () => {
    if (message.trim() === '') return setError('Give a reason: both sides are told it.');
    setError(undefined);
    onDecide(decision, message.trim());
  };
  return (
    <section className="grid gap-4 border-t border-line pt-5">
      <TextArea
        label="Reason"
        hint="Both sides read it in their mail, with how to object. Nobody is told who reported it."
        required
        rows={3}
        maxLength={REASON_MAX_CHARACTERS}
        value={message}
        error={error}
        onChange={(event) => setMessage(event.currentTarget.value)}
      />
      <p className="text-sm text-muted">{consequence(report)}</p>
      {failure && <Message tone="error">{failure}</Message>}
      <div className="flex flex-wrap gap-2">
        {canHide(report) && (
          <Button variant="danger" busy={isBusy} onClick={decide('hide')}>
            {hideLabel(report)}
          </Button>
        )}
        <Button variant="solid" busy={isBusy} onClick={decide('uphold')}>
          Uphold
        </Button>
        <Button busy={isBusy} onClick={decide('dismiss')}>
          Dismiss
        </Button>
      </div>
    </section>
  );
}
