// Steps shared by several journeys.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { APIRequestContext, Download, Page } from '@playwright/test';
import { expect } from './journey.ts';

/** Returns a unique user agent, because downloads and views count once a day per browser. */
export function newUserAgent(): string {
  return `Helix journey ${crypto.randomUUID()}`;
}

/** Path of a completed download on disk. */
export async function savedPath(download: Download): Promise<string> {
  expect(await download.failure()).toBeNull();
  return await download.path();
}

export function sha256Of(path: string): string {
  return createHash('sha256').update(readFileSync(path)).digest('hex');
}

/** Titles of the cards in a page's main area, in order. */
export function cardTitles(page: Page): Promise<string[]> {
  return page.getByRole('main').getByRole('article').getByRole('heading').allInnerTexts();
}

/** Waits until a page has this in its HTML, or no longer. Cached pages are dropped shortly after a change. */
export async function untilPageHas(api: APIRequestContext, path: string, text: string, has = true): Promise<void> {
  await expect
    .poll(async () => (await (await api.get(path)).text()).includes(text), { message: `${path} with "${text}"` })
    .toBe(has);
}

/** Width in CSS pixels of everything on the page, as soon as the page has this width. */
export async function expectPageWidth(page: Page, width: number): Promise<void> {
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth), 'width of the page').toBe(width);
}

/** Resolves once the page has shown exactly this, also if only for a moment. Call it before what brings the text. */
export function untilSaid(page: Page, text: string): Promise<void> {
  return page.evaluate(
    (wanted) =>
      new Promise((resolve) => {
        const isOwnText = (node: ChildNode): boolean => node instanceof Text && node.data === wanted;
        const observer = new MutationObserver(() => {
          for (const part of document.querySelectorAll('body *')) {
            if (!part.checkVisibility() || ![...part.childNodes].some(isOwnText)) continue;
            observer.disconnect();
            return resolve();
          }
        });
        observer.observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
      }),
    text,
  );
}

/** SHA-256 that the resource page shows for a file after "Check your download" is opened. */
export async function shownChecksum(page: Page, path: string): Promise<string> {
  const line = page.getByRole('main').locator('dl div', { has: page.getByText(path, { exact: true }) });
  const shown = line.locator('dd');
  await expect(shown, `SHA-256 of ${path}`).toHaveText(/^[0-9a-f]{64}$/);
  return (await shown.textContent()) ?? '';
}

/** Fails unless the focused element has an outline of at least 2 px. */
export async function expectFocusRing(page: Page): Promise<void> {
  const width = await page.evaluate(() => {
    const { outlineStyle, outlineWidth } = getComputedStyle(document.activeElement ?? document.body);
    return outlineStyle === 'none' ? 0 : Number.parseFloat(outlineWidth);
  });
  expect(width, 'width of the focus ring').toBeGreaterThanOrEqual(2);
}
