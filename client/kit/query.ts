// Reading data of the API in a page: the same description serves the loader, the component and the server's render.
import { QueryClient, type QueryKey, useSuspenseQuery } from '@tanstack/react-query';
import type { EndpointSpec, ReplyOf } from '#contract/http.ts';
import type { ApiCall } from './call.ts';
import { type Services, useServices } from './services.ts';

/** How long an answer counts as fresh, so that a page drawn from the server's data asks nothing again. */
const FRESH_MS = 30_000;

export const createQueries = (): QueryClient =>
  new QueryClient({
    defaultOptions: { queries: { staleTime: FRESH_MS, retry: false, refetchOnWindowFocus: false } },
  });

/** A read: its key in the cache and the call that fills it. */
export type Read<T> = { key: QueryKey; run: (services: Services) => Promise<T> };

/** Describes a read of a GET call; the key is the call with its input. */
export const read = <E extends EndpointSpec>(call: ApiCall<E>, input: Parameters<ApiCall<E>>[1]): Read<ReplyOf<E>> => ({
  key: [call.path, input],
  run: (services) => call(services.transport, input),
});

/** Loads a read into the cache before its page is drawn. */
export const load = <T>(services: Services, { key, run }: Read<T>): Promise<T> =>
  services.queries.ensureQueryData({ queryKey: key, queryFn: () => run(services) });

/** The data of a read whose loader has run. */
export const useRead = <T>({ key, run }: Read<T>): T => {
  const services = useServices();
  return useSuspenseQuery({ queryKey: key, queryFn: () => run(services) }).data;
};
