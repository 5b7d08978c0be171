// Direct downloads through a tunnel (specification, section 8; product.md DL-13). The browser resolves the tunnel's host name to
// this machine, so nothing is sent outside.
import type { Page } from '@playwright/test';
import { adPagePath } from '#contract/paths.ts';
import { freeResourceAt } from '#test/harness/catalogue.ts';
import { TUNNEL_HOST } from '#test/harness/chromium.ts';
import { expect, test } from './journey.ts';
import { newUserAgent, savedPath } from './journey-steps.ts';

const QUESTION = 'Direct download detected through ngrok. Click OK to start the download.';
const PLACE = 13;

test.use({ userAgent: newUserAgent() });
// Real tunnels use HTTPS. This one uses HTTP, so browsers warn that they ignore the Cross-Origin-Opener-Policy header.
test.beforeEach(({ watch }) => watch.allow(/Cross-Origin-Opener-Policy/));

/** Answers the page's dialogs in order, and records them. */
const answer = (page: Page, answers: boolean[]): string[] => {
  const asked: string[] = [];
  page.on('dialog', (dialog) => {
    asked.push(`${dialog.type()}: ${dialog.message()}`);
    void (dialog.type() === 'alert' || answers.shift() ? dialog.accept() : dialog.dismiss());
  });
  return asked;
};

const openAdPage = async (page: Page, hostname: string): Promise<string> => {
  const { card } = await freeResourceAt(page.request, PLACE);
  const url = new URL(adPagePath(card.id), test.info().project.use.baseURL);
  url.hostname = hostname;
  await page.goto(url.href);
  return card.id;
};

const skip = (page: Page) => page.getByRole('link', { name: 'Skip & Download Now' });

test('a download asks first, then starts', async ({ page }) => {
  const asked = answer(page, [true]);
  const id = await openAdPage(page, TUNNEL_HOST);
  const coming = page.waitForEvent('download');
  await skip(page).click();
  const download = await coming;
  expect(asked).toEqual([`confirm: ${QUESTION}`]);
  expect(new URL(download.url()).pathname).toBe(`/direct-download/${id}`);
  await savedPath(download);
});

test('declining downloads nothing', async ({ page }) => {
  const asked = answer(page, [false]);
  await openAdPage(page, TUNNEL_HOST);
  let sent = 0;
  page.on('request', (request) => {
    if (request.url().includes('/direct-download/')) sent += 1;
  });
  await skip(page).click();
  await expect.poll(() => asked).toEqual([`confirm: ${QUESTION}`]);
  await expect(page.getByRole('link', { name: 'Download again' })).toBeVisible();
  expect(sent).toBe(0);
});

test('a failed archive is reported, and its address offered in a new tab', async ({ page, watch }) => {
  watch.allow(/direct-download/);
  await page.route(/\/direct-download\//, (route) =>
    route.request().method() === 'HEAD'
      ? route.fulfill({ status: 200, contentType: 'text/html', body: '' })
      : route.fallback(),
  );
  const asked = answer(page, [true, true]);
  const id = await openAdPage(page, TUNNEL_HOST);
  const tab = page.context().waitForEvent('page');
  await skip(page).click();
  await tab;
  expect(asked).toEqual([
    `confirm: ${QUESTION}`,
    `alert: The archive download-${id}.zip could not be downloaded: it may be corrupted or inaccessible.`,
    'confirm: Open the direct URL in a new tab?',
  ]);
});

test('a download on this machine never asks', async ({ page }) => {
  const asked = answer(page, []);
  await openAdPage(page, new URL(test.info().project.use.baseURL ?? '').hostname);
  const coming = page.waitForEvent('download');
  await skip(page).click();
  await savedPath(await coming);
  expect(asked).toEqual([]);
});
