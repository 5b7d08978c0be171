import { useSyncExternalStore } from 'react';
import { useAppContext } from '#client/kit/data/app-context.ts';
import { configuredAddress } from './own-hosts.ts';

const never = () => () => {};

/**
 * Replaces a development or tunnel host with the site's configured host in a URL that the browser navigates to, such as the start
 * of a provider login. The provider redirects to the configured host, so the login cookie must have been set there.
 */
export function useConfigured(address: string): string {
  const context = useAppContext();
  return useSyncExternalStore(
    never,
    () => configuredAddress(address, context, window.location.href),
    () => address,
  );
}
