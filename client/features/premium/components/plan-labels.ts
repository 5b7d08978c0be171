// Labels of the plans: prices, billing periods, and counts in the format of the specification.
import type { PremiumFacts } from '#contract/premium/api.ts';
import { monthsFree, yearlySaving } from '#contract/premium/prices.ts';

const thousands = new Intl.NumberFormat('en-US');

/** '891+'; zero is shown without a plus. */
export function atLeast(count: number): string {
  return count > 0 ? `${thousands.format(count)}+` : '0';
}

/** '$5', '$4.50'. */
export function dollars(amount: number): string {
  return `$${Number.isInteger(amount) ? amount : amount.toFixed(2)}`;
}

export type Interval = 'monthly' | 'yearly';

/** Labels of a plan. `sum` is the amount charged now. */
export type Plan = { interval: Interval; label: string; sum: string; per: string; renews: string };

type Prices = Pick<PremiumFacts, 'monthlyPrice' | 'yearlyPrice' | 'yearlyListPrice'>;

/** Both plans, in the order of the plan switch. */
export function plansOf({ monthlyPrice, yearlyPrice }: Prices): Plan[] {
  return [
    { interval: 'monthly', label: 'Monthly', sum: dollars(monthlyPrice), per: 'per month', renews: 'every month' },
    { interval: 'yearly', label: 'Yearly', sum: dollars(yearlyPrice), per: 'per year', renews: 'every year' },
  ];
}

/** Savings of the yearly plan; each value is null if nothing is saved. */
export function savingOf({ monthlyPrice, yearlyPrice, yearlyListPrice }: Prices) {
  const saving = yearlySaving({ list: yearlyListPrice, price: yearlyPrice }, '$');
  return {
    listPrice: saving && dollars(yearlyListPrice),
    saving: saving && `You save ${saving}`,
    free: monthsFree({ monthly: monthlyPrice, yearly: yearlyPrice }),
  };
}
