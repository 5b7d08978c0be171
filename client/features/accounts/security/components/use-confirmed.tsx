import { type ReactNode, useLayoutEffect, useState } from 'react';
import { getSecurity } from '#client/features/accounts/security/api.ts';
import { addConfirmationHost, NotConfirmed } from '#client/kit/confirmation.ts';
import { useAppContext } from '#client/kit/data/app-context.ts';
import { CallError } from '#client/kit/data/call.ts';
import { read, reload } from '#client/kit/data/query.ts';
import { lazyPart } from '#client/ui/lazy-part.tsx';
import type { Ways } from './confirm-dialog.tsx';

const LazyConfirmDialog = lazyPart(() => import('./confirm-dialog.tsx').then((file) => file.ConfirmDialog), {
  leave: ({ onAnswer }) => onAnswer(false),
});

export const securityRead = read(getSecurity, {});

export type Confirmed = {
  /**
   * Runs an action. If the server requires a confirmation, asks the user and runs the action again.
   * @param what completes the sentence "To ...", as in "change this setting"
   * @throws what the action throws
   */
  run<T>(act: () => Promise<T>, what: string): Promise<T>;
  /** The confirmation dialog. Must be rendered on the page, or inside the dialog that runs the action. */
  dialog: ReactNode;
};

type Question = { what: string; ways: Ways; answer: (isConfirmed: boolean) => void };

/** Asks for confirmation of sensitive changes, but only when the server requires it (product.md ID-9). */
export function useConfirmed(): Confirmed {
  const context = useAppContext();
  const [question, setQuestion] = useState<Question | null>(null);
  const run = async <T,>(act: () => Promise<T>, what: string): Promise<T> => {
    try {
      return await act();
    } catch (error) {
      if (!(error instanceof CallError) || error.code !== 'CONFIRMATION_REQUIRED') throw error;
    }
    const ways = await reload(context, securityRead);
    const isConfirmed = await new Promise<boolean>((answer) => setQuestion({ what, ways, answer }));
    setQuestion(null);
    if (!isConfirmed) throw new NotConfirmed();
    return act();
  };
  const dialog = question && <LazyConfirmDialog ways={question.ways} what={question.what} onAnswer={question.answer} />;
  return { run, dialog };
}

/** Shows the confirmations requested by `withConfirmation` while mounted. */
export function ConfirmationHost(): ReactNode {
  const context = useAppContext();
  const { run, dialog } = useConfirmed();
  // A layout effect, so that the host is registered before other components' effects make calls.
  useLayoutEffect(() =>
    addConfirmationHost({
      run,
      require: (what) =>
        run(async () => {
          const { confirmedUntil } = await reload(context, securityRead);
          if (confirmedUntil === null) throw new CallError('', 403, 'CONFIRMATION_REQUIRED');
        }, what),
    }),
  );
  return dialog;
}
