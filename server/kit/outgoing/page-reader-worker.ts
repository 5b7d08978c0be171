/** Short-lived process that parses one page: HTML in, its metadata out as a line of JSON. */

import { text } from 'node:stream/consumers';
import readOpenGraph from 'open-graph-scraper';
import type { PageFacts } from './page-reader.ts';

const MAX_CHARACTERS = 4000;
const MAX_IMAGES = 5;
/**
 * Fields for which the parser's fallbacks are off: without Open Graph data, only the title and description are taken from the
 * HTML.
 */
const NOT_GUESSED = ['image', 'audioUrl', 'locale', 'logo', 'url', 'date', 'favicon'] as const;

const html = await text(process.stdin);
// The parser makes no requests of its own when given the HTML.
const { result } = await readOpenGraph({
  html,
  onlyGetOpenGraphInfo: [...NOT_GUESSED],
  customMetaTags: [
    { multiple: false, property: 'product:price:amount', fieldName: 'amount' },
    { multiple: false, property: 'product:price:currency', fieldName: 'currency' },
  ],
});

const cut = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value.slice(0, MAX_CHARACTERS) : null;
const addressesOf = (images: readonly { url?: string }[] = []): string[] =>
  images.slice(0, MAX_IMAGES).flatMap(({ url }) => cut(url) ?? []);

const { amount, currency } = (result.customMetaTags ?? {}) as Record<string, unknown>;
const facts: PageFacts = {
  title: cut(result.ogTitle) ?? cut(result.twitterTitle),
  description: cut(result.ogDescription) ?? cut(result.twitterDescription),
  amount: cut(amount) ?? cut(result.ogProductPriceAmount) ?? cut(result.ogPriceAmount),
  currency: cut(currency) ?? cut(result.ogProductPriceCurrency) ?? cut(result.ogPriceCurrency),
  images: [...addressesOf(result.ogImage), ...addressesOf(result.twitterImage)],
};
process.stdout.write(`${JSON.stringify(facts)}\n`);
