// What a page module exports beside its component: how it loads, and what its head says.
import type { ComponentType, ReactNode } from 'react';
import type { Services } from './services.ts';

export type LoadInput = { services: Services; params: Record<string, string>; url: URL };

/** A failed load as data, so that the server and the browser draw the same screen for it. */
export type Failure = { status: number; code: string | null; message: string };

export type LoadResult = { redirect?: string; permanent?: boolean } | undefined;

/** The page's head: what search engines and shared links show. `image` is a path of this site. */
export type Head = {
  title: string;
  description?: string;
  image?: string;
  /** Path of the address that counts for search engines; null keeps the page out of them. */
  canonical?: string | null;
  jsonLd?: object;
};

export type PageSpec = {
  /** Status of the page itself; 200 unless given (the not-found page says 404). */
  status?: number;
  load?(input: LoadInput): Promise<LoadResult> | LoadResult;
  /** Fetches what the first drawing at this address needs beside the page's own code; the browser takes over after it. */
  prepare?(url: URL): Promise<unknown>;
  head(input: LoadInput & { failure: Failure | null }): Head;
  /** Drawn instead of the common screen when the load fails; `fallback` is that screen. */
  Failure?: ComponentType<{ failure: Failure; fallback: ReactNode }>;
};

/** What the router keeps beside a page. */
export type PageHandle = {
  /** Loaded together with the page's code. */
  spec?: PageSpec;
  /** Whether visitors may get one shared copy; `queryKeys` is the part of the query that the page depends on. */
  cached: boolean;
  queryKeys: string[];
  /** The page's file, under which the server knows what the browser needs of it. */
  source?: string;
  /** Pages without the shared header and footer. */
  bare?: boolean;
  /** The form that a parameter of the address must have; an address with another is none of the product's pages. */
  forms: Record<string, RegExp>;
};

/** Whether an address that matches a page's pattern is one of that page at all. */
export const isOwnAddress = ({ forms }: PageHandle, params: Record<string, string | undefined>): boolean =>
  Object.entries(forms).every(([name, form]) => form.test(params[name] ?? ''));
