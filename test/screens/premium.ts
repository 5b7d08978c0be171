// Premium: its page in every state, and the cards that link to it.
import type { Page } from '@playwright/test';
import type { Account } from '#contract/accounts/api.ts';
import type { MembershipState, OwnPremium } from '#contract/premium/api.ts';
import type { Screen } from './screen.ts';

const SINCE = '2026-06-20T10:00:00.000Z';
const END = '2026-12-20T10:00:00.000Z';

/** A Patreon membership in the given state, with or without Premium. */
const ownBy = (state: MembershipState, isPremium: boolean): OwnPremium => ({
  isPremium,
  sources: isPremium ? [{ source: 'patreon', since: SINCE, until: state === 'active' ? null : END }] : [],
  membership: { state, until: END, checkedAt: SINCE },
});

/** Mocks the account and membership that the Patreon card fetches when it refreshes. */
const givePatron =
  ({ isPremium, ...own }: OwnPremium) =>
  async (page: Page): Promise<void> => {
    await page.route('**/api/me/premium', (route) => route.fulfill({ json: { isPremium, ...own } }));
    await page.route('**/api/auth/links/refresh', async (route) => {
      const account = (await (await page.request.get('/api/auth/me')).json()) as Account;
      const role = isPremium ? 'PREMIUM' : 'USER';
      await route.fulfill({ json: { ...account, role, isPremium, patreonUsername: 'Paula Stern' } satisfies Account });
    });
  };

/** Screen with the dashboard card of a membership that has a problem or is ending. */
const patreonCard = (state: MembershipState, isPremium: boolean, note: RegExp): Screen => ({
  name: `dashboard-patreon-${state}${isPremium ? '' : '-ended'}`,
  path: '/dashboard',
  as: 'member',
  before: givePatron(ownBy(state, isPremium)),
  prepare: async (page) => {
    await page.getByRole('button', { name: 'Refresh linked accounts' }).click();
    await page.getByText(note).waitFor();
  },
});

/** Opens the page from another one, so that the browser has to fetch the viewer's Premium status. */
const goToPremium = async (page: Page): Promise<void> => {
  await page.getByRole('contentinfo').getByRole('link', { name: 'Premium' }).click();
  await page.getByRole('link', { name: 'Browse Premium assets' }).waitFor();
};

const openQuestions = async (page: Page): Promise<void> => {
  for (const question of await page.locator('summary:visible').filter({ hasText: '?' }).all()) await question.click();
};

export const premiumScreens: Screen[] = [
  { name: 'premium', path: '/premium' },
  { name: 'premium-yearly', path: '/premium', prepare: (page) => page.getByRole('radio', { name: /^Yearly/ }).check() },
  { name: 'premium-questions', path: '/premium', prepare: openQuestions },
  { name: 'premium-not-linked', path: '/premium', as: 'member' },
  { name: 'premium-member', path: '/premium', as: 'premium' },
  {
    name: 'premium-running',
    path: '/downloads',
    as: 'member',
    before: givePatron(ownBy('active', true)),
    prepare: goToPremium,
  },
  patreonCard('declined', true, /^Payment declined\. Update your payment details on Patreon by/),
  patreonCard('declined', false, /^Payment declined\. Update your payment details on Patreon\./),
  patreonCard('refunded', false, /^Your last payment was refunded/),
  patreonCard('cancelled', true, /^Cancelled: ends on/),
  { name: 'premium-denied', path: '/premium?error=denied&provider=patreon', as: 'member' },
];
