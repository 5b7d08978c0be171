// Decisions about what a requested page says of itself, without I/O.

const TITLE_MAX = 200;
const DESCRIPTION_MAX = 1000;
const PRICE_MAX = 60;
const ADDRESS_MAX = 2000;

/** Marks that turn the direction of what stands around them. */
const DIRECTIONS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** A stranger's words as one line of plain text, cut after so many characters; null for none. */
const plainLine = (text: string | null, most: number): string | null => {
  // Twice as long as it may be: a character has two halves at most.
  const start = (text ?? '')
    .slice(0, most * 8)
    .toWellFormed()
    .replaceAll(DIRECTIONS, '');
  const line = start.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
  return [...line].slice(0, most).join('').trim() || null;
};

type Words = { title: string | null; description: string | null; amount: string | null; currency: string | null };

/** The words of a page as they are stored. They stay text: whoever shows them escapes them. */
export function storedPageWords({ title, description, amount, currency }: Words) {
  return {
    title: plainLine(title, TITLE_MAX),
    description: plainLine(description, DESCRIPTION_MAX),
    price: amount === null ? null : plainLine(`${amount} ${currency ?? ''}`, PRICE_MAX),
  };
}

/** The first picture that may be asked for, as an absolute address; null without one. */
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
