import { type ReactNode, useState } from 'react';
import { type Confirmed, useConfirmed } from '#client/features/accounts/security/components/use-confirmed.tsx';
import { NotConfirmed } from '#client/kit/confirmation.ts';
import { sentenceOf } from '#client/kit/form.tsx';

export type ActOnUser = {
  isBusy: boolean;
  /** The sentence of the last failure. */
  failure: string | null;
  /** Runs an act; what the server wants confirmed is asked for. Resolves to whether it was done. */
  run(act: () => Promise<unknown>, what: string): Promise<boolean>;
  /** The same for a form, which tells failures by itself. */
  confirm: Confirmed['run'];
  /** To be drawn inside the window. */
  dialog: ReactNode;
};

/** An act of an administrator on somebody, which may have to be confirmed first. */
export function useUserAct(): ActOnUser {
  const confirmed = useConfirmed();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const run = async (act: () => Promise<unknown>, what: string): Promise<boolean> => {
    setBusy(true);
    setFailure(null);
    try {
      await confirmed.run(act, what);
      return true;
    } catch (error) {
      if (!(error instanceof NotConfirmed)) setFailure(sentenceOf(error));
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, failure, run, confirm: confirmed.run, dialog: confirmed.dialog };
}
