// Queries describe the API data that a page needs. The page's loader, component and server render share them.
import { useSyncExternalStore } from 'react';
import type { EndpointSpec, ReplyOf } from '#contract/http.ts';
import { type AppContext, useAppContext } from './app-context.ts';
import type { ApiCall } from './call.ts';

/** A query: its cache key and the call that loads the data. */
export type Read<T> = { key: string; run: (context: AppContext) => Promise<T> };

/** Query for a GET call. Its key consists of the call and its input. */
export function read<E extends EndpointSpec>(call: ApiCall<E>, input: Parameters<ApiCall<E>>[1]): Read<ReplyOf<E>> {
  return {
    key: `${call.path} ${JSON.stringify(input)}`,
    run: (context) => call(context.transport, input),
  };
}

/** Query for any call that returns data, regardless of its shape. */
export function readOf<Input, T>(
  call: { path: string } & ((transport: AppContext['transport'], input: Input) => Promise<T>),
  input: Input,
): Read<T> {
  return {
    key: `${call.path} ${JSON.stringify(input)}`,
    run: (context) => call(context.transport, input),
  };
}

/** Loads a query's data before the page is rendered, unless the cached data is fresh. */
export function load<T>(context: AppContext, { key, run }: Read<T>): Promise<T> {
  return context.queryCache.load(key, () => run(context));
}

/** Returns a query's cached data without subscribing, for document heads and loaders; undefined if it is not loaded. */
export function loadedOf<T>(context: AppContext, { key }: Read<T>): T | undefined {
  return context.queryCache.get<T>(key);
}

/** Returns a query's cached data; undefined if it is not loaded. The component re-renders when the data changes. */
export function useLoaded<T>({ key }: Read<T>): T | undefined {
  const { queryCache } = useAppContext();
  const current = () => queryCache.get<T>(key);
  return useSyncExternalStore(queryCache.subscribe, current, current);
}

/** Returns the data that the page's `load` fetched for a query. Throws if `load` did not fetch it. */
export function useRead<T>(given: Read<T>): T {
  const data = useLoaded(given);
  if (data === undefined) throw new Error(`The page did not load ${given.key}.`);
  return data;
}

/** Changes a query's cached data after a write, so that all components using it update. Does nothing if nothing is cached. */
export function update<T>({ queryCache }: AppContext, { key }: Read<T>, change: (data: T) => T): void {
  const data = queryCache.get<T>(key);
  if (data !== undefined) queryCache.put(key, change(data));
}

/** Marks a query stale after a write, so that the next load requests it again. */
export function invalidate<T>({ queryCache }: AppContext, { key }: Read<T>): void {
  queryCache.invalidate(key);
}

/** Removes a query's data from the cache, so that no outdated data is shown while it reloads. */
export function removeQuery<T>({ queryCache }: AppContext, { key }: Read<T>): void {
  queryCache.remove(key);
}

/** Reloads a query immediately, bypassing the cache. Components using it update when the response arrives. */
export function reload<T>(context: AppContext, given: Read<T>): Promise<T> {
  invalidate(context, given);
  return load(context, given);
}

/** Marks all queries stale after a write that affects many pages. Data stays on screen until the next load. */
export function invalidateAll({ queryCache }: AppContext): void {
  for (const [key] of queryCache.dehydrate()) queryCache.invalidate(key);
}
