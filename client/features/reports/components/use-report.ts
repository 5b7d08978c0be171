import { type SubmitEvent, useEffect, useState } from 'react';
import { sendReport } from '#client/features/reports/api.ts';
import { useAppContext } from '#client/kit/data/app-context.ts';
import { CallError } from '#client/kit/data/call.ts';
import type { REPORT_REASONS } from '#contract/reports/limits.ts';

/** Names of the form fields, the same as in the request body. */
type Field = 'address' | 'reason' | 'details' | 'email' | 'goodFaith';

export type SentReport = { number: number; email: string };

const sentenceOf = (error: unknown): string => {
  if (!(error instanceof CallError)) return 'Something went wrong. Please try again.';
  if (error.code === 'TOO_MANY_REQUESTS') return "You've reached today's limit for reports. Try again tomorrow.";
  if (error.status === 0) return 'The site could not be reached. Check your connection and try again.';
  return error.message;
};

/**
 * State of the report form. Values are read from the form and validated by the server, so that this public page needs no form
 * library.
 * @param account email address of a logged-in reporter, to which the answer is sent
 */
export function useReport(account: string | undefined) {
  const { transport } = useAppContext();
  const [sent, setSent] = useState<SentReport | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [fields, setFields] = useState<Partial<Record<Field, string>>>({});
  // Before hydration, a click must not submit the form natively.
  const [isReady, setReady] = useState(false);
  useEffect(() => setReady(true), []);

  const submit = async (event: SubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const form = event.currentTarget;
    const typed = new FormData(form);
    const text = (name: Field): string => String(typed.get(name) ?? '');
    const email = account ?? text('email').trim();
    setBusy(true);
    setFailure(null);
    setFields({});
    try {
      const body = {
        address: text('address'),
        reason: text('reason') as (typeof REPORT_REASONS)[number],
        details: text('details'),
        ...(account === undefined && email ? { email } : {}),
        // If the box is not ticked, the server returns the error.
        goodFaith: typed.has('goodFaith') as true,
      };
      const { number } = await sendReport(transport, { body });
      setSent({ number, email });
    } catch (error) {
      const found = error instanceof CallError ? error.fields : {};
      const first = [...form.elements].find((element) => (element.getAttribute('name') ?? '') in found);
      setFields(found);
      if (first instanceof HTMLElement) first.focus();
      else setFailure(sentenceOf(error));
    }
    setBusy(false);
  };

  const again = (): void => setSent(null);
  return { submit, again, sent, isBusy, isReady, failure, fields };
}
