import { useSyncExternalStore } from 'react';
import { useAppContext } from '#client/kit/data/app-context.ts';
import { configuredAddress } from './own-hosts.ts';

const never = () => () => {};

/**
 * An address that the browser itself goes to, such as a provider's consent: at the site's configured place, also on a page
 * that was opened at a development or tunnel host. There a provider leads back to, with the cookie of that place.
 */
export function useConfigured(address: string): string {
  const context = useAppContext();
  return useSyncExternalStore(
    never,
    () => configuredAddress(address, context, window.location.href),
    () => address,
  );
}
