// What a page module exports beside its component: how it loads, and what its head says.
import type { ComponentType, ReactNode } from 'react';
import type { ShareCard } from '#contract/seo/og-images.ts';
import type { AppContext } from './app-context.ts';

export type LoadInput = { context: AppContext; params: Record<string, string>; url: URL };

/** A failed load as data, so that the server and the browser draw the same screen for it. */
export type Failure = { status: number; code: string | null; message: string };

export type LoadResult = { redirect?: string; permanent?: boolean } | undefined;

/**
 * The page's head: what search engines and shared links show. The browser needs of it the title alone, so pages that visitors
 * open make the rest where `import.meta.env.SSR` is true, which leaves it out of what browsers are sent.
 */
export type Head = {
  title: string;
  /** Cut to what search engines show; without one, the site's own. */
  description?: string;
  /** What the picture for shared links shows; without one, it is the built-in picture. */
  card?: ShareCard;
  /** Path of the address that counts for search engines; null keeps the page out of them. */
  canonical?: string | null;
  /** Paths of the pages before and after this one, in a list of several pages. */
  previous?: string | null;
  next?: string | null;
  /** What the page is about in the words of Open Graph, `website` unless given, with the fields of that type. */
  about?: { type: 'article' | 'profile'; fields: readonly (readonly [property: string, value: string])[] };
  /** A feed beside the one of the whole site. */
  feed?: { title: string; path: string };
  jsonLd?: object | readonly object[];
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
  /** Pages without the shared header and footer. */
  bare?: boolean;
  /** A page of one panel, so the footer is a single line. */
  short?: boolean;
  /** The form that a parameter of the address must have; an address with another is none of the product's pages. */
  forms: Record<string, RegExp>;
};

/** Whether an address that matches a page's pattern is one of that page at all. */
export function isOwnAddress({ forms }: PageHandle, params: Record<string, string | undefined>): boolean {
  return Object.entries(forms).every(([name, form]) => form.test(params[name] ?? ''));
}
