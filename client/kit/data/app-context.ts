// Services available to every page: transport, query cache, user and site. One instance per browser and one per server render.
import { createContext, useContext } from 'react';
import type { Account } from '#contract/accounts/api.ts';
import type { SiteFacts } from '#contract/content/home.ts';
import type { Transport } from './call.ts';
import type { QueryCache } from './query-cache.ts';

export type AppContext = {
  transport: Transport;
  queryCache: QueryCache;
  /** The logged-in user, used by the route guards. */
  person: {
    current: Account | null;
    /** Settles once the server has said who it is, if nothing on this device says it. */
    asked?: Promise<void>;
    /** Asks the user to log in again after the session has ended. Resolves to true if the same user logs in. */
    onExpired?: () => Promise<boolean>;
    /** Called when a request is rejected because the user is suspended. Refreshes the session. */
    onSuspended?: () => void;
  };
  site: SiteFacts;
  /** The site's origin, used in canonical URLs. */
  origin: string;
};

const CurrentApp = createContext<AppContext | null>(null);

export const AppContextProvider = CurrentApp.Provider;

/** Returns the app context. Throws outside the provider, which would be a bug in the shell. */
export function useAppContext(): AppContext {
  const context = useContext(CurrentApp);
  if (!context) throw new Error('useAppContext must be used within an AppContextProvider');
  return context;
}
