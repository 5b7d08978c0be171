// Reading data of the API in a page: the same description serves the loader, the component and the server's render.
import { useSyncExternalStore } from 'react';
import type { EndpointSpec, ReplyOf } from '#contract/http.ts';
import { type AppContext, useAppContext } from './app-context.ts';
import type { ApiCall } from './call.ts';

/** A read: its key among the answers and the call that fills it. */
export type Read<T> = { key: string; run: (context: AppContext) => Promise<T> };

/** Describes a read of a GET call; the key is the call with its input. */
export function read<E extends EndpointSpec>(call: ApiCall<E>, input: Parameters<ApiCall<E>>[1]): Read<ReplyOf<E>> {
  return {
    key: `${call.path} ${JSON.stringify(input)}`,
    run: (context) => call(context.transport, input),
  };
}

/** Describes a read of any call that answers with data, whatever shape it gives it. */
export function readOf<Input, T>(
  call: { path: string } & ((transport: AppContext['transport'], input: Input) => Promise<T>),
  input: Input,
): Read<T> {
  return {
    key: `${call.path} ${JSON.stringify(input)}`,
    run: (context) => call(context.transport, input),
  };
}

/** Loads a read before its page is drawn; a fresh answer is not asked for again. */
export function load<T>(context: AppContext, { key, run }: Read<T>): Promise<T> {
  return context.queryCache.load(key, () => run(context));
}

/** The data of a read if it has been loaded; without a subscription, for heads and loaders. */
export function loadedOf<T>(context: AppContext, { key }: Read<T>): T | undefined {
  return context.queryCache.get<T>(key);
}

/** The data of a read if it has been loaded. */
export function useLoaded<T>({ key }: Read<T>): T | undefined {
  const { queryCache } = useAppContext();
  const current = () => queryCache.get<T>(key);
  return useSyncExternalStore(queryCache.subscribe, current, current);
}

/** The data of a read whose loader has run. Throws when the page's `load` does not load it. */
export function useRead<T>(given: Read<T>): T {
  const data = useLoaded(given);
  if (data === undefined) throw new Error(`The page does not load ${given.key}.`);
  return data;
}

/** Changes the kept data of a read after a write, so that every part that draws it follows; without data it does nothing. */
export function update<T>({ queryCache }: AppContext, { key }: Read<T>, change: (data: T) => T): void {
  const data = queryCache.get<T>(key);
  if (data !== undefined) queryCache.put(key, change(data));
}

/** A write has made this read's data untrue: the next load asks again. */
export function invalidate<T>({ queryCache }: AppContext, { key }: Read<T>): void {
  queryCache.invalidate(key);
}

/** What is drawn next of this read must be the newest: nothing kept is drawn in its place. */
export function removeQuery<T>({ queryCache }: AppContext, { key }: Read<T>): void {
  queryCache.remove(key);
}

/** Asks for a read again at once, whatever is kept; the parts that draw it follow when the answer comes. */
export function reload<T>(context: AppContext, given: Read<T>): Promise<T> {
  invalidate(context, given);
  return load(context, given);
}

/** A write has changed what many pages show: everything stays drawn, and whoever loads it next asks again. */
export function invalidateAll({ queryCache }: AppContext): void {
  for (const [key] of queryCache.dehydrate()) queryCache.invalidate(key);
}
