// Premium: its page in every state, and the cards that lead there.
import type { Page } from '@playwright/test';
import type { Screen } from './screen.ts';

const openQuestions = async (page: Page): Promise<void> => {
  for (const question of await page.locator('summary:visible').filter({ hasText: '?' }).all()) await question.click();
};

export const premiumScreens: Screen[] = [
  { name: 'premium', path: '/premium' },
  { name: 'premium-yearly', path: '/premium', prepare: (page) => page.getByRole('radio', { name: /^Yearly/ }).check() },
  { name: 'premium-questions', path: '/premium', prepare: openQuestions },
  { name: 'premium-not-linked', path: '/premium', as: 'member' },
  { name: 'premium-member', path: '/premium', as: 'premium' },
  { name: 'premium-denied', path: '/premium?error=denied&provider=patreon', as: 'member' },
];
