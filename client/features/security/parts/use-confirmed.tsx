import { type ReactNode, useState } from 'react';
import { CallError } from '#client/kit/call.ts';
import { lazyPart } from '#client/ui/lazy-part.tsx';
import type { ReplyOf } from '#contract/http.ts';
import type { getSecurity } from '#contract/security.ts';

const LazyConfirmDialog = lazyPart(() => import('./confirm-dialog.tsx').then((file) => file.ConfirmDialog), {
  leave: ({ onAnswer }) => onAnswer(false),
});

/** The act was given up at the question whether it is really the person. */
export class NotConfirmed extends CallError {
  constructor() {
    super('Nothing was changed.', 403, 'CONFIRMATION_REQUIRED');
  }
}

export type Confirmed = {
  /** Runs an act. When the server wants a confirmation first, it is asked for and the act runs again. Throws like it. */
  run<T>(act: () => Promise<T>): Promise<T>;
  /** To be drawn by the page. */
  dialog: ReactNode;
};

/** Confirmation for sensitive changes, asked for only when the server wants it (product.md ID-9). */
export const useConfirmed = (
  ways: Pick<ReplyOf<typeof getSecurity>, 'hasPassword' | 'twoFactor' | 'links'>,
): Confirmed => {
  const [answer, setAnswer] = useState<((isConfirmed: boolean) => void) | null>(null);
  const ask = (): Promise<boolean> => new Promise((resolve) => setAnswer(() => resolve));
  const run = async <T,>(act: () => Promise<T>): Promise<T> => {
    try {
      return await act();
    } catch (error) {
      if (!(error instanceof CallError) || error.code !== 'CONFIRMATION_REQUIRED') throw error;
    }
    const isConfirmed = await ask();
    setAnswer(null);
    if (!isConfirmed) throw new NotConfirmed();
    return act();
  };
  const dialog = answer && <LazyConfirmDialog ways={ways} onAnswer={answer} />;
  return { run, dialog };
};
