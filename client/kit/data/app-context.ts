// What every page may use: the calls' transport and the answers that were given. One set per browser, one per rendered page.
import { createContext, useContext } from 'react';
import type { Account } from '#contract/accounts/api.ts';
import type { SiteFacts } from '#contract/content/home.ts';
import type { Transport } from './call.ts';
import type { QueryCache } from './query-cache.ts';

export type AppContext = {
  transport: Transport;
  queryCache: QueryCache;
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

const CurrentApp = createContext<AppContext | null>(null);

export const AppContextProvider = CurrentApp.Provider;

/** The services of this page. Throws outside the provider, which only a mistake in the shell can cause. */
export function useAppContext(): AppContext {
  const context = useContext(CurrentApp);
  if (!context) throw new Error('useServices must be used within a ServicesProvider');
  return context;
}
