import { useState } from 'react';
import { getApplicationStatus } from '#client/features/applications/api.ts';
import { useAppContext } from '#client/kit/data/app-context.ts';
import { CallError } from '#client/kit/data/call.ts';
import { invalidate, load, read, useLoaded } from '#client/kit/data/query.ts';
import { useAuth } from '#client/kit/session.tsx';
import { applyAsLeaker } from '#client/kit/sign-in.ts';
import type { ApplicationStatus } from '#contract/applications/api.ts';

/** Query for the status of the user's application. Pages that show the status must load it. */
export const applicationRead = read(getApplicationStatus, {});

/** Why an application was not submitted; `tone` is how the message is displayed. */
export type ApplicationRefusal = { tone: 'error' | 'info'; sentence: string };

const refusalOf = (error: unknown): ApplicationRefusal => {
  if (!(error instanceof CallError)) return { tone: 'error', sentence: 'Failed to submit application' };
  const isWaiting = error.code === 'EMAIL_NOT_VERIFIED' || error.code === 'APPLICATIONS_CLOSED';
  return { tone: isWaiting ? 'info' : 'error', sentence: error.message };
};

export type Application = {
  /** Undefined if it could not be loaded. */
  status: ApplicationStatus | undefined;
  isBusy: boolean;
  refusal: ApplicationRefusal | null;
  apply(): Promise<void>;
};

/** The user's application status, and a function to submit an application. */
export function useApplication(): Application {
  const context = useAppContext();
  const { refresh } = useAuth();
  const status = useLoaded(applicationRead);
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<ApplicationRefusal | null>(null);
  const apply = async () => {
    setBusy(true);
    setRefusal(null);
    try {
      const sent = await applyAsLeaker(context.transport, {});
      context.queryCache.put(applicationRead.key, sent);
    } catch (error) {
      setRefusal(refusalOf(error));
      // The application has since been submitted in another window, or decided, so the displayed status is outdated.
      const isOld =
        error instanceof CallError &&
        ['APPLICATION_PENDING', 'ALREADY_LEAKER', 'EMAIL_NOT_VERIFIED'].includes(error.code ?? '');
      if (isOld) {
        invalidate(context, applicationRead);
        await Promise.allSettled([load(context, applicationRead), refresh()]);
      }
    }
    setBusy(false);
  };
  return { status, isBusy, refusal, apply };
}
