// Steps of journeys that use no mouse: every one of them begins where the focus is.
import type { Locator, Page } from '@playwright/test';
import { signInByCall } from '#test/harness/sign-in.ts';
import { expect } from './journey.ts';

/** More controls than any page of the administration has before what is looked for. */
const MOST_TABS = 150;

const isFocused = (part: Locator): Promise<boolean> => part.evaluate((one) => one === document.activeElement);

/** Goes on by Tab, or back by Shift and Tab, until a part has the focus. */
export async function tabTo(page: Page, part: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await expect(part).toBeVisible();
  for (let pressed = 0; pressed < MOST_TABS; pressed += 1) {
    if (await isFocused(part)) return;
    await page.keyboard.press(key);
  }
  await expect(part).toBeFocused();
}

/** Goes to a part and presses it. */
export async function pressAt(page: Page, part: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await tabTo(page, part, key);
  await page.keyboard.press('Enter');
}

/** Opens a section of the panel by its menu, as the demo's administrator. */
export async function openSectionByKeys(page: Page, name: string): Promise<void> {
  await signInByCall(page.request, 'admin');
  await page.goto('/admin');
  const menu = page.getByRole('navigation', { name: 'Administration' });
  await pressAt(page, menu.getByRole('button', { name: new RegExp(`^${name}`) }));
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
}

/** Types into the search box of a list and waits until it shows so many rows. */
export async function searchByKeys(page: Page, label: string, text: string, rows: number): Promise<void> {
  await tabTo(page, page.getByRole('searchbox', { name: label }));
  await page.keyboard.insertText(text);
  await expect(page.getByRole('row').filter({ has: page.getByRole('rowheader') })).toHaveCount(rows);
}
