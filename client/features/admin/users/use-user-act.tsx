import { type ReactNode, useState } from 'react';
import { type Confirmed, useConfirmed } from '#client/features/accounts/security/components/use-confirmed.tsx';
import { NotConfirmed } from '#client/kit/confirmation.ts';
import { sentenceOf } from '#client/kit/form.tsx';

export type ActOnUser = {
  isBusy: boolean;
  /** Error message of the last action, if it failed. */
  failure: string | null;
  /** Runs an action, and asks for confirmation if the server requires it. Resolves to whether it succeeded. */
  run(act: () => Promise<unknown>, what: string): Promise<boolean>;
  /** Like `run`, but for forms, which show errors themselves. */
  confirm: Confirmed['run'];
  /** The confirmation dialog. Must be rendered inside the dialog that runs the action. */
  dialog: ReactNode;
};

/** Runs an administrator's action on a user, which may require confirmation. */
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
