// Steps for journeys without a mouse. Each starts from the focused element.
import type { Locator, Page } from '@playwright/test';
import { signInByCall } from '#test/harness/sign-in.ts';
import { expect } from './journey.ts';

/** Maximum number of Tab presses, which is more than enough to reach any control on an admin page. */
const MOST_TABS = 150;

const isFocused = (part: Locator): Promise<boolean> => part.evaluate((one) => one === document.activeElement);

/** Presses Tab or Shift+Tab until the element has focus. */
export async function tabTo(page: Page, part: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await expect(part).toBeVisible();
  for (let pressed = 0; pressed < MOST_TABS; pressed += 1) {
    if (await isFocused(part)) return;
    await page.keyboard.press(key);
  }
  await expect(part).toBeFocused();
}

/** Moves focus to the element and presses Enter. */
export async function pressAt(page: Page, part: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await tabTo(page, part, key);
  await page.keyboard.press('Enter');
}

/** Opens a section of the panel through its menu, as the demo admin. */
export async function openSectionByKeys(page: Page, name: string): Promise<void> {
  await signInByCall(page.request, 'admin');
  await page.goto('/admin');
  const menu = page.getByRole('navigation', { name: 'Admin panel' });
  await pressAt(page, menu.getByRole('button', { name: new RegExp(`^${name}`) }));
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
}

/** Types into a list's search box and waits until this many rows are shown. */
export async function searchByKeys(page: Page, label: string, text: string, rows: number): Promise<void> {
  await tabTo(page, page.getByRole('searchbox', { name: label }));
  await page.keyboard.insertText(text);
  await expect(page.getByRole('row').filter({ has: page.getByRole('rowheader') })).toHaveCount(rows);
}
