/** The process that reads one page's markup and ends: text in, a line of JSON out with what the page says of itself. */

import { text } from 'node:stream/consumers';
import readOpenGraph from 'open-graph-scraper';
import type { PageFacts } from './page-reader.ts';

const MAX_CHARACTERS = 4000;
const MAX_IMAGES = 5;
/** What is told by the page's own title and description where it has no Open Graph; any picture in it is none of it. */
const NOT_GUESSED = ['image', 'audioUrl', 'locale', 'logo', 'url', 'date', 'favicon'] as const;

const html = await text(process.stdin);
// Given the text it asks for nothing by itself.
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
