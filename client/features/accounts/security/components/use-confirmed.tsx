import { type ReactNode, useEffect, useState } from 'react';
import { getSecurity } from '#client/features/accounts/security/api.ts';
import { CallError } from '#client/kit/data/call.ts';
import { read, reload } from '#client/kit/data/query.ts';
import { useServices } from '#client/kit/data/services.ts';
import { lazyPart } from '#client/ui/lazy-part.tsx';
import type { Ways } from './confirm-dialog.tsx';

const LazyConfirmDialog = lazyPart(() => import('./confirm-dialog.tsx').then((file) => file.ConfirmDialog), {
  leave: ({ onAnswer }) => onAnswer(false),
});

export const securityRead = read(getSecurity, {});

/** The act was given up at the question whether it is really the person. */
export class NotConfirmed extends CallError {
  constructor() {
    super('Nothing was changed.', 403, 'CONFIRMATION_REQUIRED');
  }
}

export type Confirmed = {
  /**
   * Runs an act. When the server wants a confirmation first, it is asked for and the act runs again. Throws like it.
   * @param what completes "To ...", as in "change this setting"
   */
  run<T>(act: () => Promise<T>, what: string): Promise<T>;
  /** To be drawn by the page, or inside the window that acts. */
  dialog: ReactNode;
};

type Question = { what: string; ways: Ways; answer: (isConfirmed: boolean) => void };

/** Confirmation for sensitive changes, asked for only when the server wants it (product.md ID-9). */
export function useConfirmed(): Confirmed {
  const services = useServices();
  const [question, setQuestion] = useState<Question | null>(null);
  const run = async <T,>(act: () => Promise<T>, what: string): Promise<T> => {
    try {
      return await act();
    } catch (error) {
      if (!(error instanceof CallError) || error.code !== 'CONFIRMATION_REQUIRED') throw error;
    }
    const ways = await reload(services, securityRead);
    const isConfirmed = await new Promise<boolean>((answer) => setQuestion({ what, ways, answer }));
    setQuestion(null);
    if (!isConfirmed) throw new NotConfirmed();
    return act();
  };
  const dialog = question && <LazyConfirmDialog ways={question.ways} what={question.what} onAnswer={question.answer} />;
  return { run, dialog };
}

/** Who can ask on this page, the innermost window last. */
const hosts: Confirmed['run'][] = [];

/**
 * Runs an act of a page that has a `ConfirmationHost`, as `useConfirmed` does. Where nobody can ask, the
 * refusal is thrown.
 */
export const withConfirmation: Confirmed['run'] = (act, what) => hosts.at(-1)?.(act, what) ?? act();

/** Asks for whatever `withConfirmation` runs while it is on the page. */
export function ConfirmationHost(): ReactNode {
  const { run, dialog } = useConfirmed();
  useEffect(() => {
    hosts.push(run);
    return () => {
      hosts.splice(hosts.indexOf(run), 1);
    };
  });
  return dialog;
}

/** Waits until the session is confirmed, for what is not a call: a link to a file. */
export function demandConfirmation(services: Parameters<typeof reload>[0], what: string): Promise<void> {
  return withConfirmation(async () => {
    const { confirmedUntil } = await reload(services, securityRead);
    if (confirmedUntil === null) throw new CallError('', 403, 'CONFIRMATION_REQUIRED');
  }, what);
}
