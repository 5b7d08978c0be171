import { useState } from 'react';
import { getApplicationStatus } from '#client/features/applications/api.ts';
import { useAppContext } from '#client/kit/data/app-context.ts';
import { CallError } from '#client/kit/data/call.ts';
import { invalidate, load, read, useLoaded } from '#client/kit/data/query.ts';
import { useAuth } from '#client/kit/session.tsx';
import { applyAsLeaker } from '#client/kit/sign-in.ts';
import type { ApplicationStatus } from '#contract/applications/api.ts';

/** What became of the person's application. The page that draws it loads it. */
export const applicationRead = read(getApplicationStatus, {});

/** A refusal that is no fault: `tone` is how it is told. */
export type ApplicationRefusal = { tone: 'error' | 'info'; sentence: string };

const refusalOf = (error: unknown): ApplicationRefusal => {
  if (!(error instanceof CallError)) return { tone: 'error', sentence: 'Failed to submit application' };
  const isWaiting = error.code === 'EMAIL_NOT_VERIFIED' || error.code === 'APPLICATIONS_CLOSED';
  return { tone: isWaiting ? 'info' : 'error', sentence: error.message };
};

export type Application = {
  /** Undefined when it could not be loaded. */
  status: ApplicationStatus | undefined;
  isBusy: boolean;
  refusal: ApplicationRefusal | null;
  apply(): Promise<void>;
};

/** The person's application, and the press that sends it. */
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
      // It was sent, or decided, in another window meanwhile: what is shown here was old.
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
