import { useEffect, useId, useRef } from 'react';
import { useAuth } from '#client/kit/session.tsx';
import { Button } from '#client/ui/forms/button.tsx';
import { Select } from '#client/ui/forms/select.tsx';
import { TextArea, TextField } from '#client/ui/forms/text-field.tsx';
import { Message } from '#client/ui/overlay/message.tsx';
import { EMAIL_MAX_CHARACTERS } from '#contract/accounts/limits.ts';
import { REPORT_ADDRESS_MAX_CHARACTERS, REPORT_MAX_CHARACTERS, REPORT_REASONS } from '#contract/reports/limits.ts';
import { type SentReport, useReport } from './use-report.ts';

const reasonLabels: Record<(typeof REPORT_REASONS)[number], string> = {
  copyright: 'Copyright: work by me or someone I represent',
  licence: 'Licence: incorrect or violated',
  malware: 'Malware: harmful files',
  abuse: 'Abuse: insults, threats, hate',
  'personal data': 'Personal data: private information',
  other: 'Something else',
};

const reasons = [
  { value: '', label: 'Choose a reason' },
  ...REPORT_REASONS.map((value) => ({ value, label: reasonLabels[value] })),
];

/** Error message for a control that does not show errors itself. */
const FieldError = ({ id, text }: { id: string; text: string | undefined }) =>
  text && (
    <p id={id} className="mt-1.5 text-sm text-clip">
      {text}
    </p>
  );

const Sent = ({ sent: { number, email }, onAgain }: { sent: SentReport; onAgain: () => void }) => {
  const heading = useRef<HTMLHeadingElement>(null);
  // Move focus to the confirmation, so that screen readers announce it when the form disappears.
  useEffect(() => heading.current?.focus(), []);
  return (
    <div>
      <h2 ref={heading} tabIndex={-1} className="display text-h3">
        We received your report (no. {number})
      </h2>
      <p className="mt-3">We sent a confirmation to {email} and will email you our decision.</p>
      <Button className="mt-5" onClick={onAgain}>
        Report something else
      </Button>
    </div>
  );
};

const invalid = (error: string | undefined, id: string) =>
  error ? ({ 'aria-invalid': true, 'aria-describedby': id } as const) : {};

/** The report form (product.md SH-8): what is reported and why, and the reporter's declaration. `about` prefills the address. */
export function ReportForm({ about }: { about: string }) {
  const { session } = useAuth();
  const { submit, again, sent, isBusy, isReady, failure, fields } = useReport(session.user?.email);
  const [reasonError, faithError] = [useId(), useId()];
  if (sent) return <Sent sent={sent} onAgain={again} />;
  return (
    <form className="grid gap-5" method="post" noValidate onSubmit={submit}>
      {failure && <Message tone="error">{failure}</Message>}
      <TextField
        label="What are you reporting?"
        hint="The link to the page."
        name="address"
        defaultValue={about}
        required
        maxLength={REPORT_ADDRESS_MAX_CHARACTERS}
        autoComplete="off"
        error={fields.address}
      />
      <div>
        <Select label="Reason" name="reason" options={reasons} {...invalid(fields.reason, reasonError)} />
        <FieldError id={reasonError} text={fields.reason} />
      </div>
      <TextArea
        label="Details"
        name="details"
        rows={6}
        required
        maxLength={REPORT_MAX_CHARACTERS}
        error={fields.details}
      />
      {session.user ? (
        <TextField
          key="account"
          label="Your email"
          hint="We reply to your account's email address."
          type="email"
          value={session.user.email}
          readOnly
        />
      ) : (
        <TextField
          key="visitor"
          label="Your email"
          type="email"
          name="email"
          autoComplete="email"
          required
          maxLength={EMAIL_MAX_CHARACTERS}
          error={fields.email}
        />
      )}
      <div>
        <label className="flex items-start gap-2.5">
          <input
            type="checkbox"
            name="goodFaith"
            className="mt-1"
            required
            {...invalid(fields.goodFaith, faithError)}
          />
          <span>I am reporting this in good faith. To the best of my knowledge, my report is true and complete.</span>
        </label>
        <FieldError id={faithError} text={fields.goodFaith} />
      </div>
      <div>
        <Button type="submit" variant="solid" size="lg" busy={isBusy} disabled={!isReady}>
          Send report
        </Button>
      </div>
    </form>
  );
}
