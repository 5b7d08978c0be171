// What a screen is: an address, who opens it, and how its state is brought about.
import type { APIRequestContext, Page } from '@playwright/test';
import { resourcePath } from '#contract/paths.ts';
import { freeResourceAt } from '#test/harness/catalogue.ts';

export type DemoAccount = 'member' | 'premium' | 'leaker' | 'admin';

export type Address = (api: APIRequestContext) => Promise<string>;

export type Screen = {
  name: string;
  /** Its address, or how to find one in the site that runs. */
  path: string | Address;
  /** Signed in as a demo account. */
  as?: DemoAccount;
  /** Sets the stage before the page opens. */
  before?(page: Page): Promise<unknown>;
  /** Brings the page into the state, after it has loaded. */
  prepare?(page: Page): Promise<unknown>;
  /** Status that the page answers with; 200 unless given. */
  status?: number;
  /** Its content depends on the width at load, so it is reloaded at each width. */
  opensAtEachWidth?: true;
  /** Its first calls are held back, so that the network never falls silent. */
  isHeld?: boolean;
  /** Complaints of the browser that belong to the state. */
  complaint?: RegExp;
};

/**
 * A screen's address on the site that `api` asks. The site closes a connection that lay idle for as long as it keeps one; a
 * look-up that is sent at that very moment is sent again, over a new one.
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

/** Resources whose screens other journeys do not change. */
export const PLACE = 8;
export const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000';

export async function freeId(api: APIRequestContext): Promise<string> {
  return (await freeResourceAt(api, PLACE)).card.id;
}
export const freePage: Address = async (api) => resourcePath(await freeId(api));

/** Leaves every call of this path without an answer. */
export function hold(pattern: RegExp) {
  return (page: Page) => page.route(pattern, () => {});
}

/** The profile menu on wide screens, the navigation on phones. */
export async function openMenu(page: Page): Promise<void> {
  const menu = page.getByRole('banner').locator('summary:visible, button[aria-haspopup=menu]:visible');
  await menu.click();
  await page
    .getByRole('menuitem', { name: 'Logout' })
    .or(page.getByRole('button', { name: 'Logout' }))
    .waitFor();
}
