// Pure functions for a requested page's metadata. No I/O.

const TITLE_MAX = 200;
const DESCRIPTION_MAX = 1000;
const PRICE_MAX = 60;
const ADDRESS_MAX = 2000;

/** Unicode characters that change the direction of surrounding text. */
const DIRECTIONS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** External text as a single plain line of at most `most` characters; null if nothing is left. */
const plainLine = (text: string | null, most: number): string | null => {
  // Keep more than needed at first, because a character can take two UTF-16 units, and the following steps remove characters.
  const start = (text ?? '')
    .slice(0, most * 8)
    .toWellFormed()
    .replaceAll(DIRECTIONS, '');
  const line = start.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
  return [...line].slice(0, most).join('').trim() || null;
};

type Words = { title: string | null; description: string | null; amount: string | null; currency: string | null };

/** The text fields of a page as they are stored. They are not escaped for HTML, so escape them on output. */
export function storedPageWords({ title, description, amount, currency }: Words) {
  return {
    title: plainLine(title, TITLE_MAX),
    description: plainLine(description, DESCRIPTION_MAX),
    price: amount === null ? null : plainLine(`${amount} ${currency ?? ''}`, PRICE_MAX),
  };
}

/** Absolute URL of the first picture that may be fetched; null if there is no such picture. */
export function pictureOf(
  images: readonly string[],
  page: string,
  isAllowed: (address: string) => boolean,
): string | null {
  const addresses = images
    .filter((image) => URL.canParse(image, page))
    .map((image) => new URL(image, page).href)
    .filter((address) => address.length <= ADDRESS_MAX && isAllowed(address));
  return addresses[0] ?? null;
}
