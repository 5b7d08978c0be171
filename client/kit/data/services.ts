// What every page may use: the calls' transport and the answers that were given. One set per browser, one per rendered page.
import { createContext, useContext } from 'react';
import type { Account } from '#contract/accounts/api.ts';
import type { SiteFacts } from '#contract/content/home.ts';
import type { Answers } from './answers.ts';
import type { Transport } from './call.ts';

export type Services = {
  transport: Transport;
  answers: Answers;
  /** Who is signed in, as far as this page knows: what the router's guards ask. */
  person: {
    current: Account | null;
    /** Asks a person whose session has ended to log in again; true when the same person did. */
    onExpired?: () => Promise<boolean>;
    /** A call was refused because the person is suspended: asks again who is signed in. */
    onSuspended?: () => void;
  };
  site: SiteFacts;
  /** The site's own origin, for canonical addresses. */
  origin: string;
};

const ServicesContext = createContext<Services | null>(null);

export const ServicesProvider = ServicesContext.Provider;

/** The services of this page. Throws outside the provider, which only a mistake in the shell can cause. */
export function useServices(): Services {
  const services = useContext(ServicesContext);
  if (!services) throw new Error('useServices must be used within a ServicesProvider');
  return services;
}
