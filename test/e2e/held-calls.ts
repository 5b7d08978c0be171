// Holds requests back, so that a journey can check what a page shows while it waits.
import type { Page } from '@playwright/test';

/** Holds back matching requests (all, or those with the given method) until the returned function is called. */
export async function holdCalls(page: Page, calls: string | RegExp, method?: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(calls, async (route) => {
    if (!method || route.request().method() === method) await promise;
    await route.continue();
  });
  return resolve;
}
