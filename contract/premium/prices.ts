// What of a plan follows from its prices. No imports, so that the browser may have it for its few bytes.

const dollars = (amount: number): string => String(Math.round(amount * 100) / 100);

/**
 * What paying by the year saves, in the specification's words: '12, 20 percent off, equal to 4 per month'; `sign`
 * stands before sums. Null when it saves nothing, or a price is none.
 */
export function yearlySaving({ list, price }: { list: number; price: number }, sign = ''): string | null {
  if (!(price > 0 && price < list)) return null;
  const percent = Math.round((100 * (list - price)) / list);
  return `${sign}${dollars(list - price)}, ${percent} percent off, equal to ${sign}${dollars(price / 12)} per month`;
}

/** How many whole months a year is cheaper by than twelve single ones: '2 months free'. Null when it is not even one. */
export function monthsFree({ monthly, yearly }: { monthly: number; yearly: number }): string | null {
  if (!(monthly > 0 && yearly > 0)) return null;
  const months = Math.floor((12 * monthly - yearly) / monthly);
  if (months < 1) return null;
  return months === 1 ? '1 month free' : `${months} months free`;
}
