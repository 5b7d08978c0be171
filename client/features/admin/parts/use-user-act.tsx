import { type ReactNode, useEffect, useState } from 'react';
import { getSecurity } from '#client/features/security/api.ts';
import { NotConfirmed, useConfirmed } from '#client/features/security/parts/use-confirmed.tsx';
import { sentenceOf } from '#client/kit/form.tsx';
import { load, read, useLoaded } from '#client/kit/query.ts';
import { useServices } from '#client/kit/services.ts';

const securityRead = read(getSecurity, {});
/** Until the administrator's own ways in are known: nearly everybody has a password. */
const BY_PASSWORD = {
  hasPassword: true,
  twoFactor: { enabled: false, required: false, recoveryCodesLeft: 0 },
  links: [],
};

export type ActOnUser = {
  isBusy: boolean;
  /** The sentence of the last failure. */
  failure: string | null;
  /** Runs an act; what the server wants confirmed is asked for. Resolves to whether it was done. */
  run(act: () => Promise<unknown>): Promise<boolean>;
  /** The same for a form, which tells failures by itself. */
  confirm<T>(act: () => Promise<T>): Promise<T>;
  /** To be drawn inside the window. */
  dialog: ReactNode;
};

/** An act of an administrator on somebody, which may have to be confirmed first. */
export const useUserAct = (): ActOnUser => {
  const services = useServices();
  const ways = useLoaded(securityRead) ?? BY_PASSWORD;
  const confirmed = useConfirmed(ways);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  useEffect(() => {
    void load(services, securityRead).catch(() => null);
  }, [services]);
  const run = async (act: () => Promise<unknown>): Promise<boolean> => {
    setBusy(true);
    setFailure(null);
    try {
      await confirmed.run(act);
      return true;
    } catch (error) {
      if (!(error instanceof NotConfirmed)) setFailure(sentenceOf(error));
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, failure, run, confirm: confirmed.run, dialog: confirmed.dialog };
};
