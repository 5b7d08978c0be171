// A screen: its address, the account that opens it, and how to bring it into the right state.
import { type APIRequestContext, expect, type Page } from '@playwright/test';
import { resourcePath } from '#contract/paths.ts';
import { freeResourceAt } from '#test/harness/catalogue.ts';

export type DemoAccount = 'member' | 'premium' | 'leaker' | 'admin';

export type Address = (api: APIRequestContext) => Promise<string>;

export type Screen = {
  name: string;
  /** The screen's path, or a function that finds it on the running site. */
  path: string | Address;
  /** Demo account to log in as. Not set for visitors. */
  as?: DemoAccount;
  /** Runs before the page opens, for example to mock requests. */
  before?(page: Page): Promise<unknown>;
  /** Brings the page into the right state after it has loaded. */
  prepare?(page: Page): Promise<unknown>;
  /** Expected HTTP status of the page; 200 by default. */
  status?: number;
  /** The content depends on the window width when the page loads, so the page is reloaded at each width. */
  opensAtEachWidth?: true;
  /** Whether the screen's first requests are held back, so that the network never becomes idle. */
  isHeld?: boolean;
  /** Browser complaints that are expected in this state. */
  complaint?: RegExp;
};

/**
 * Path of a screen on the site behind `api`. The site closes idle connections after its keep-alive timeout. A lookup sent at that
 * moment is retried on a new connection.
 */
export async function addressOf({ path }: Screen, api: APIRequestContext): Promise<string> {
  if (typeof path === 'string') return path;
  try {
    return await path(api);
  } catch (error) {
    if (!String(error).includes('ECONNRESET')) throw error;
    return await path(api);
  }
}

/** Index of the first resource whose screens other journeys don't change. */
export const PLACE = 8;
export const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000';

export async function freeId(api: APIRequestContext): Promise<string> {
  return (await freeResourceAt(api, PLACE)).card.id;
}
export const freePage: Address = async (api) => resourcePath(await freeId(api));

/** Leaves every matching request unanswered. */
export function hold(pattern: RegExp) {
  return (page: Page) => page.route(pattern, () => {});
}

/**
 * Waits until Ctrl+K and ? work. The code that listens for them is loaded after the page, which a slow machine may find idle before
 * that. Presses Ctrl+K behind an open dialog, where it is heard but opens nothing.
 */
export async function untilKeysWork(page: Page): Promise<void> {
  const isHeard = () =>
    page.evaluate(() => {
      const dialog = document.createElement('dialog');
      dialog.open = true;
      document.body.append(dialog);
      const press = new KeyboardEvent('keydown', { key: 'k', ctrlKey: true, cancelable: true });
      document.dispatchEvent(press);
      dialog.remove();
      return press.defaultPrevented;
    });
  await expect.poll(isHeard, 'Ctrl+K is heard').toBe(true);
}

/** Opens the profile menu on wide screens, or the navigation on phones. */
export async function openMenu(page: Page): Promise<void> {
  const menu = page.getByRole('banner').locator('summary:visible, button[aria-haspopup=menu]:visible');
  await menu.click();
  await page
    .getByRole('menuitem', { name: 'Logout' })
    .or(page.getByRole('button', { name: 'Logout' }))
    .waitFor();
}
