// Calls whose answers a journey waits with, to see what a page shows meanwhile.
import type { Page } from '@playwright/test';

/** Holds calls, of one method or of all, until what it resolves to is called; later ones are not held any more. */
export async function holdCalls(page: Page, calls: string | RegExp, method?: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(calls, async (route) => {
    if (!method || route.request().method() === method) await promise;
    await route.continue();
  });
  return resolve;
}
