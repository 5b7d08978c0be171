import { useState } from 'react';
import { Button } from '#client/ui/forms/button.tsx';
import { TextArea } from '#client/ui/forms/text-field.tsx';
import { Message } from '#client/ui/overlay/message.tsx';
import { REASON_MAX_CHARACTERS } from '#contract/limits.ts';
import type { AdminReport, reportDecisions } from '#contract/reports/api.ts';

export type ReportDecision = (typeof reportDecisions)[number];

type Reported = Pick<AdminReport, 'kind' | 'subject'>;

/** A resource can be hidden several times, but a post can only be removed once. */
const canHide = ({ kind, subject: { state } }: Reported): boolean =>
  (kind === 'resource' && (state === 'there' || state === 'hidden')) || (kind === 'post' && state === 'there');

const hideLabel = ({ kind, subject }: Reported): string => {
  if (kind !== 'post') return 'Hide now';
  return subject.threadPosts === null ? 'Remove now' : 'Remove thread now';
};

/** Explains what each decision does. */
const consequence = ({ kind, subject }: Reported): string => {
  if (kind === 'resource' && subject.state !== 'gone')
    return 'Hiding takes effect immediately: only the creator and administrators can still see the asset. You can show it again under Uploads. If you only uphold the report, both sides are emailed and the asset stays as it is.';
  if (kind === 'post' && subject.state === 'there')
    return subject.threadPosts === null
      ? 'Removing takes effect immediately. Your reason is shown in place of the post, and its pictures are deleted for good. If you only uphold the report, both sides are emailed and the post stays up.'
      : `Removing takes the whole thread and its ${subject.threadPosts === 1 ? 'only post' : `${subject.threadPosts} posts`} offline immediately, and deletes their pictures for good. If you only uphold the report, both sides are emailed and the thread stays up.`;
  if (kind === 'profile' && subject.state !== 'gone')
    return 'If you uphold the report, both sides are emailed and nothing else happens. To take action on the account, open it under Users.';
  return 'Upholding the report tells the reporter that you took action.';
};

/**
 * Form for the decision and its reason. The decision is final. It is emailed to the reporter and, unless the report is dismissed,
 * to the owner.
 */
export function ReportDecisionForm({
  report,
  isBusy,
  failure,
  onDecide,
}: {
  report: Reported;
  isBusy: boolean;
  failure: string | null;
  onDecide: (decision: ReportDecision, message: string) => void;
}) {
  const [message, setMessage] = useState('');
  const [error, setError] = useState<string | undefined>();
  const decide = (decision: ReportDecision) => () => {
    if (message.trim() === '') return setError('Enter a reason. The people involved will read it.');
    setError(undefined);
    onDecide(decision, message.trim());
  };
  return (
    <section className="grid gap-4 border-t border-line pt-5">
      <TextArea
        label="Reason"
        hint="Emailed to the reporter and, unless you dismiss the report, to the owner. The reporter is never named."
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
