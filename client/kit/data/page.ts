// Types of what a page module exports besides its component: the loader and the document head.
import type { ComponentType, ReactNode } from 'react';
import type { ShareCard } from '#contract/seo/og-images.ts';
import type { AppContext } from './app-context.ts';

export type LoadInput = { context: AppContext; params: Record<string, string>; url: URL };

/** A failed load as plain data, so that server and browser render the same error screen. */
export type Failure = { status: number; code: string | null; message: string };

export type LoadResult = { redirect?: string; permanent?: boolean } | undefined;

/**
 * A page's document head, for search engines and link previews. The browser only needs the title, so public pages build the rest
 * inside `if (import.meta.env.SSR)`, which keeps that code out of the browser bundle.
 */
export type Head = {
  title: string;
  /** Shortened to the length search engines show. Defaults to the site's description. */
  description?: string;
  /** Content of the share image. Defaults to the built-in image. */
  card?: ShareCard;
  /** Canonical path; null asks search engines not to index the page. */
  canonical?: string | null;
  /** Paths of the previous and next page of a paged list. */
  previous?: string | null;
  next?: string | null;
  /** Open Graph type and its properties. Defaults to `website`. */
  about?: { type: 'article' | 'profile'; fields: readonly (readonly [property: string, value: string])[] };
  /** A feed of this page, in addition to the site-wide one. */
  feed?: { title: string; path: string };
  jsonLd?: object | readonly object[];
};

export type PageSpec = {
  /** HTTP status of the page. Defaults to 200; the not-found page uses 404. */
  status?: number;
  load?(input: LoadInput): Promise<LoadResult> | LoadResult;
  /** Loads additional code that the first render at this URL needs. Hydration waits for it. */
  prepare?(url: URL): Promise<unknown>;
  head(input: LoadInput & { failure: Failure | null }): Head;
  /** Rendered instead of the shared error screen if loading fails. `fallback` is the shared screen. */
  Failure?: ComponentType<{ failure: Failure; fallback: ReactNode }>;
};

/** Metadata of a page's route. */
export type PageHandle = {
  /** Set once the page's code has loaded. */
  spec?: PageSpec;
  /** Hides the shared header and footer. */
  bare?: boolean;
  /** Set for pages with a single panel, where the footer is reduced to one line. */
  short?: boolean;
  /** Required format of each route parameter. URLs with values in any other format result in the not-found page. */
  forms: Record<string, RegExp>;
};

/** Whether the route parameters have the format that the page requires. */
export function isOwnAddress({ forms }: PageHandle, params: Record<string, string | undefined>): boolean {
  return Object.entries(forms).every(([name, form]) => form.test(params[name] ?? ''));
}
