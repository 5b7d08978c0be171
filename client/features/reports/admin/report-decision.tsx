import { useState } from 'react';
import { Button } from '#client/ui/forms/button.tsx';
import { TextArea } from '#client/ui/forms/text-field.tsx';
import { Message } from '#client/ui/overlay/message.tsx';
import { REASON_MAX_CHARACTERS } from '#contract/limits.ts';
import type { AdminReport, reportDecisions } from '#contract/reports/api.ts';

export type ReportDecision = (typeof reportDecisions)[number];

/** A resource can be hidden several times, a post can be removed only once. */
const canHide = ({ kind, subject: { state } }: AdminReport): boolean =>
  (kind === 'resource' && (state === 'there' || state === 'hidden')) || (kind === 'post' && state === 'there');

const hideLabel = ({ kind, subject }: AdminReport): string => {
  if (kind !== 'post') return 'Hide now';
  return subject.threadPosts === null ? 'Remove now' : 'Remove thread now';
};

/** What each decision does, for the administrator. */
const consequence = ({ kind, subject }: AdminReport): string => {
  if (kind === 'resource' && subject.state !== 'gone')
    return 'Hiding takes effect immediately: only the creator and administrators can still see the asset. You can show it again under Uploads. Upholding only emails both sides.';
  if (kind === 'post' && subject.state === 'there')
    return subject.threadPosts === null
      ? 'Removing takes effect immediately and cannot be undone. Your reason is shown in place of the post. Upholding only emails both sides.'
      : `Removing takes the whole thread with its ${subject.threadPosts === 1 ? 'only post' : `${subject.threadPosts} posts`} offline immediately. This cannot be undone. Upholding only emails both sides.`;
  if (kind === 'profile' && subject.state !== 'gone')
    return 'Upholding only emails both sides. To act on the account, open it under Users.';
  return 'Upholding tells the reporter that you have acted.';
};

/** Form for the reason and the decision, which is made once and emailed to both sides. */
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
    if (message.trim() === '') return setError('Enter a reason. Both sides will see it.');
    setError(undefined);
    onDecide(decision, message.trim());
  };
  return (
    <section className="grid gap-4 border-t border-line pt-5">
      <TextArea
        label="Reason"
        hint="Emailed to both sides, with how to object. The reporter is never named."
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
