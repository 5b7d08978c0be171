import { useSyncExternalStore } from 'react';
import { useAppContext } from '#client/kit/data/app-context.ts';
import { configuredAddress } from './own-hosts.ts';

const never = () => () => {};

/**
 * A URL the browser navigates to, such as the start of a provider login, on the site's configured host. This also holds if
 * the page was opened on a development or tunnel host, because the provider redirects to the configured host and needs
 * its cookie.
 */
export function useConfigured(address: string): string {
  const context = useAppContext();
  return useSyncExternalStore(
    never,
    () => configuredAddress(address, context, window.location.href),
    () => address,
  );
}
