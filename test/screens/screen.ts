// A screen: an address, who opens it, and how its state is prepared.
import type { APIRequestContext, Page } from '@playwright/test';
import { resourcePath } from '#contract/paths.ts';
import { freeResourceAt } from '#test/harness/catalogue.ts';

export type DemoAccount = 'member' | 'premium' | 'leaker' | 'admin';

export type Address = (api: APIRequestContext) => Promise<string>;

export type Screen = {
  name: string;
  /** Its address, or a function that finds one on the running site. */
  path: string | Address;
  /** Demo account to log in as. */
  as?: DemoAccount;
  /** Runs before the page opens, for example to mock calls. */
  before?(page: Page): Promise<unknown>;
  /** Prepares the state after the page has loaded. */
  prepare?(page: Page): Promise<unknown>;
  /** HTTP status of the page; 200 unless given. */
  status?: number;
  /** Its content depends on the width at load, so it is reloaded at each width. */
  opensAtEachWidth?: true;
  /** Its first calls are held, so the network never becomes idle. */
  isHeld?: boolean;
  /** Browser complaints that are expected in this state. */
  complaint?: RegExp;
};

/**
 * A screen's address on the site behind `api`. The site closes idle connections after its keep-alive time; a look-up sent at
 * that very moment is retried on a new connection.
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

/** Position of the first resource whose screens other journeys don't change. */
export const PLACE = 8;
export const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000';

export async function freeId(api: APIRequestContext): Promise<string> {
  return (await freeResourceAt(api, PLACE)).card.id;
}
export const freePage: Address = async (api) => resourcePath(await freeId(api));

/** Leaves every matching call unanswered. */
export function hold(pattern: RegExp) {
  return (page: Page) => page.route(pattern, () => {});
}

/** Opens the profile menu on wide screens, the navigation on phones. */
export async function openMenu(page: Page): Promise<void> {
  const menu = page.getByRole('banner').locator('summary:visible, button[aria-haspopup=menu]:visible');
  await menu.click();
  await page
    .getByRole('menuitem', { name: 'Logout' })
    .or(page.getByRole('button', { name: 'Logout' }))
    .waitFor();
}
