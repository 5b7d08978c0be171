// Script payloads in titles, posts, edits and previews never run in a real browser, nothing is requested from other sites, and
// posts contain only allowed elements (issue 7, "Bad input"). Policy reports and dialogs also fail the test.
import type { Page } from '@playwright/test';
import { THREAD_TITLE_MAX_CHARACTERS } from '#contract/forum/limits.ts';
import { POST_ELEMENTS, scriptPayloads } from '#test/hostile/script-payloads.ts';
import { beginThread, lastPlace } from './forum-writing-steps.ts';
import { expect, test } from './journey.ts';
import { registerByCall } from './people.ts';

/** Records signs of a running script: dialogs, requests to other sites, new pages. */
const noteEscapes = (page: Page, origin: string): string[] => {
  const escapes: string[] = [];
  page.on('dialog', (dialog) => {
    escapes.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== origin) escapes.push(`request: ${request.url()}`);
  });
  page.on('popup', (popup) => escapes.push(`window: ${popup.url()}`));
  return escapes;
};

/** Disallowed elements and attributes in rendered posts, as parsed by the browser. */
const strangeParts = (page: Page): Promise<string[]> =>
  page.locator('.prose').evaluateAll(
    (texts, allowed: Record<string, readonly string[]>) =>
      texts.flatMap((text) =>
        [...text.querySelectorAll('*')].flatMap((element) => {
          const attributes = allowed[element.localName];
          if (!attributes) return [`<${element.localName}>`];
          return element
            .getAttributeNames()
            .filter((name) => !attributes.includes(name))
            .map((name) => `${element.localName} ${name}`);
        }),
      ),
    POST_ELEMENTS,
  );

const titleOf = (payload: string): string =>
  payload.replaceAll(/\s+/g, ' ').slice(0, THREAD_TITLE_MAX_CHARACTERS).trim();

/** Number of tests among which the payloads are divided, because a single test would take too long. */
const PARTS = 4;
const partOf = (part: number): string[] => scriptPayloads.filter((_payload, place) => place % PARTS === part);

for (let part = 0; part < PARTS; part += 1)
  test(`scripts in titles, posts, edits and previews show as text, part ${part + 1} of ${PARTS}`, async ({
    page,
    baseURL,
  }) => {
    test.setTimeout(180_000);
    const escapes = noteEscapes(page, new URL(baseURL ?? '').origin);
    await registerByCall(page.request);
    for (const payload of partOf(part)) {
      const title = titleOf(payload);
      await page.goto(await beginThread(page.request, title, payload));
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
      await expect(page.getByRole('heading', { level: 1 }).locator('*')).toHaveCount(0);
      expect(await strangeParts(page), payload).toEqual([]);

      await page.getByRole('article').first().getByRole('button', { name: 'Edit', exact: true }).click();
      const form = page.getByRole('form', { name: 'Edit post' });
      await expect(form.getByRole('textbox', { name: 'Edit post' })).toHaveValue(payload);
      await form.getByRole('button', { name: 'Preview' }).click();
      const preview = form.getByRole('region', { name: 'Preview' });
      await expect(preview.locator('.prose')).toBeAttached();
      expect(await strangeParts(page), payload).toEqual([]);
      expect(escapes, payload).toEqual([]);
    }
    const { category, subCategory } = await lastPlace(page.request);
    await page.goto(`/community/${category.slug}/${subCategory.slug}`);
    await expect(
      page
        .getByRole('main')
        .locator('a', { hasText: titleOf(partOf(part).at(-1) ?? '') })
        .first(),
    ).toBeVisible();
    expect(escapes).toEqual([]);
  });

test('the checks detect dialogs and disallowed elements', async ({ page, watch, baseURL }) => {
  watch.allow(/./);
  const escapes = noteEscapes(page, new URL(baseURL ?? '').origin);
  await registerByCall(page.request);
  await page.goto(await beginThread(page.request, 'Watched', 'Words.'));
  await page
    .locator('.prose')
    .first()
    .evaluate((text) => {
      const picture = document.createElement('img');
      picture.setAttribute('onerror', 'x');
      picture.src = '/favicon.svg';
      text.append(picture, document.createElement('marquee'));
      window.open('/community');
      setTimeout(() => alert('seen'));
    });
  await expect.poll(() => escapes.join()).toContain('dialog: seen');
  expect(await strangeParts(page)).toEqual(['img onerror', '<marquee>']);
});
