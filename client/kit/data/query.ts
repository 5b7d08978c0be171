// Reads of API data in pages. One description serves the loader, the component and the server render.
import { useSyncExternalStore } from 'react';
import type { EndpointSpec, ReplyOf } from '#contract/http.ts';
import { type AppContext, useAppContext } from './app-context.ts';
import type { ApiCall } from './call.ts';

/** A read: its cache key and the call that loads it. */
export type Read<T> = { key: string; run: (context: AppContext) => Promise<T> };

/** Describes a read using a GET call. The key is the call with its input. */
export function read<E extends EndpointSpec>(call: ApiCall<E>, input: Parameters<ApiCall<E>>[1]): Read<ReplyOf<E>> {
  return {
    key: `${call.path} ${JSON.stringify(input)}`,
    run: (context) => call(context.transport, input),
  };
}

/** Describes a read using any call that returns data, whatever its shape. */
export function readOf<Input, T>(
  call: { path: string } & ((transport: AppContext['transport'], input: Input) => Promise<T>),
  input: Input,
): Read<T> {
  return {
    key: `${call.path} ${JSON.stringify(input)}`,
    run: (context) => call(context.transport, input),
  };
}

/** Loads a read before its page is rendered, unless the cached entry is fresh. */
export function load<T>(context: AppContext, { key, run }: Read<T>): Promise<T> {
  return context.queryCache.load(key, () => run(context));
}

/** Data of a read if loaded, without subscribing. For heads and loaders. */
export function loadedOf<T>(context: AppContext, { key }: Read<T>): T | undefined {
  return context.queryCache.get<T>(key);
}

/** Data of a read if loaded. The component re-renders when it changes. */
export function useLoaded<T>({ key }: Read<T>): T | undefined {
  const { queryCache } = useAppContext();
  const current = () => queryCache.get<T>(key);
  return useSyncExternalStore(queryCache.subscribe, current, current);
}

/** Data of a read that the page's `load` has loaded. Throws if it hasn't. */
export function useRead<T>(given: Read<T>): T {
  const data = useLoaded(given);
  if (data === undefined) throw new Error(`The page does not load ${given.key}.`);
  return data;
}

/** Changes cached data after a write, so all components using it update. Does nothing if there is no data. */
export function update<T>({ queryCache }: AppContext, { key }: Read<T>, change: (data: T) => T): void {
  const data = queryCache.get<T>(key);
  if (data !== undefined) queryCache.put(key, change(data));
}

/** Marks a read stale after a write. The next load requests it again. */
export function invalidate<T>({ queryCache }: AppContext, { key }: Read<T>): void {
  queryCache.invalidate(key);
}

/** Removes a read from the cache, so no outdated data is shown while it reloads. */
export function removeQuery<T>({ queryCache }: AppContext, { key }: Read<T>): void {
  queryCache.remove(key);
}

/** Reloads a read immediately, ignoring the cache. Components using it update when the response arrives. */
export function reload<T>(context: AppContext, given: Read<T>): Promise<T> {
  invalidate(context, given);
  return load(context, given);
}

/** Marks all reads stale after a write that affects many pages. Data stays on screen until the next load. */
export function invalidateAll({ queryCache }: AppContext): void {
  for (const [key] of queryCache.dehydrate()) queryCache.invalidate(key);
}
