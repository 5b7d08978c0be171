// Steps that several journeys take.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Download, Page } from '@playwright/test';
import { expect } from './journey.ts';

/** A browser that the site does not know yet: downloads and views count once a day for each of them. */
export function newUserAgent(): string {
  return `Helix journey ${crypto.randomUUID()}`;
}

/** Where a finished download lies on the disk. */
export async function savedPath(download: Download): Promise<string> {
  expect(await download.failure()).toBeNull();
  return await download.path();
}

export function sha256Of(path: string): string {
  return createHash('sha256').update(readFileSync(path)).digest('hex');
}

/** The titles of the cards in the main part of a page, in their order. */
export function cardTitles(page: Page): Promise<string[]> {
  return page.getByRole('main').getByRole('article').getByRole('heading').allInnerTexts();
}

/** The SHA-256 that the resource page shows beside a file's path, after "Check your download" was opened. */
export async function shownChecksum(page: Page, path: string): Promise<string> {
  const line = page.getByRole('main').locator('dl div', { has: page.getByText(path, { exact: true }) });
  const shown = line.locator('dd');
  await expect(shown, `a SHA-256 beside ${path}`).toHaveText(/^[0-9a-f]{64}$/);
  return (await shown.textContent()) ?? '';
}

/** Fails unless the focused element shows its focus by an outline of at least 2 px. */
export async function expectFocusRing(page: Page): Promise<void> {
  const width = await page.evaluate(() => {
    const { outlineStyle, outlineWidth } = getComputedStyle(document.activeElement ?? document.body);
    return outlineStyle === 'none' ? 0 : Number.parseFloat(outlineWidth);
  });
  expect(width, 'width of the focus ring').toBeGreaterThanOrEqual(2);
}
