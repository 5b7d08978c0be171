// Types for what a page module exports besides its component: loading and the document head.
import type { ComponentType, ReactNode } from 'react';
import type { ShareCard } from '#contract/seo/og-images.ts';
import type { AppContext } from './app-context.ts';

export type LoadInput = { context: AppContext; params: Record<string, string>; url: URL };

/** A failed load as data, so the server and the browser render the same screen. */
export type Failure = { status: number; code: string | null; message: string };

export type LoadResult = { redirect?: string; permanent?: boolean } | undefined;

/**
 * The page's head, for search engines and shared links. The browser only needs the title, so public pages build the rest
 * only if `import.meta.env.SSR` is true, which removes that code from the browser bundle.
 */
export type Head = {
  title: string;
  /** Shortened to what search engines show. Defaults to the site's description. */
  description?: string;
  /** Content of the share picture. Defaults to the built-in picture. */
  card?: ShareCard;
  /** Canonical path for search engines; null excludes the page from them. */
  canonical?: string | null;
  /** Paths of the previous and next page in a paged list. */
  previous?: string | null;
  next?: string | null;
  /** Open Graph type and its fields. Defaults to `website`. */
  about?: { type: 'article' | 'profile'; fields: readonly (readonly [property: string, value: string])[] };
  /** A feed in addition to the site-wide one. */
  feed?: { title: string; path: string };
  jsonLd?: object | readonly object[];
};

export type PageSpec = {
  /** HTTP status of the page. Defaults to 200 (the not-found page uses 404). */
  status?: number;
  load?(input: LoadInput): Promise<LoadResult> | LoadResult;
  /** Loads additional code needed for the first render at this URL. Hydration waits for it. */
  prepare?(url: URL): Promise<unknown>;
  head(input: LoadInput & { failure: Failure | null }): Head;
  /** Rendered instead of the shared error screen if loading fails; `fallback` is that screen. */
  Failure?: ComponentType<{ failure: Failure; fallback: ReactNode }>;
};

/** Route handle of a page. */
export type PageHandle = {
  /** Set once the page's code has loaded. */
  spec?: PageSpec;
  /** Pages without the shared header and footer. */
  bare?: boolean;
  /** A page with a single panel, for which the footer is a single line. */
  short?: boolean;
  /** Required format of each route parameter. A URL that doesn't match is not a page. */
  forms: Record<string, RegExp>;
};

/** Whether the parameters of a matched URL have the format this page requires. */
export function isOwnAddress({ forms }: PageHandle, params: Record<string, string | undefined>): boolean {
  return Object.entries(forms).every(([name, form]) => form.test(params[name] ?? ''));
}
