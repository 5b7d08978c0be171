// Values calculated from a plan's prices. No imports, so that the browser bundle stays small.

const dollars = (amount: number): string => String(Math.round(amount * 100) / 100);

/**
 * What a yearly plan saves, as worded in the specification: '12, 20 percent off, equal to 4 per month'. `sign` is a currency sign
 * to put before each amount. Null if there is no saving or a price is missing.
 */
export function yearlySaving({ list, price }: { list: number; price: number }, sign = ''): string | null {
  if (!(price > 0 && price < list)) return null;
  const percent = Math.round((100 * (list - price)) / list);
  return `${sign}${dollars(list - price)}, ${percent} percent off, equal to ${sign}${dollars(price / 12)} per month`;
}

/**
 * Number of whole months that a yearly plan saves compared with monthly payments, as text: '2 months free'. Null if it saves
 * less than a month.
 */
export function monthsFree({ monthly, yearly }: { monthly: number; yearly: number }): string | null {
  if (!(monthly > 0 && yearly > 0)) return null;
  const months = Math.floor((12 * monthly - yearly) / monthly);
  if (months < 1) return null;
  return months === 1 ? '1 month free' : `${months} months free`;
}
