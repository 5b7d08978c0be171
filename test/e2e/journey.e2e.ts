// The main visitor journey, from the home page to a downloaded file (issue 2; product.md DI-1, DI-4, DL-1 to DL-8).
import { execFileSync } from 'node:child_process';
import type { Page } from '@playwright/test';
import { adPagePath, directDownloadPath, downloadPath, resourcePath } from '#contract/paths.ts';
import { folderOf, freeResourceAt, listCards, readResource } from '#test/harness/catalogue.ts';
import { expect, test } from './journey.ts';
import { cardTitles, newUserAgent, savedPath, sha256Of, shownChecksum } from './journey-steps.ts';

/** Notes what the processing screens say in all tabs, because each line is visible for less than a second. */
const noteLines = (page: Page): Promise<unknown> =>
  page.context().addInitScript(() => {
    const note = (): void => {
      for (const part of document.querySelectorAll('main :is(h1, [role=status])'))
        if (part.checkVisibility()) sessionStorage.setItem(`said ${part.textContent}`, '');
    };
    new MutationObserver(note).observe(document, { subtree: true, childList: true, characterData: true });
  });
const expectLine = (page: Page, line: string): Promise<void> =>
  expect.poll(() => page.evaluate(() => Object.keys(sessionStorage))).toContain(`said ${line}`);

test.describe('finding', () => {
  test('the home search and a hashtag open the listing', async ({ page }) => {
    await page.goto('/');
    await page.waitForLoadState('networkidle');
    const search = page.getByRole('main').getByRole('searchbox');
    await search.press('Enter');
    await expect(page).toHaveURL('/');
    await search.fill('  film luts ');
    await search.press('Enter');
    await expect(page).toHaveURL('/resources?search=film+luts');
    await expect(page.getByRole('heading', { level: 1, name: 'Editing Assets' })).toBeVisible();
    await expect(page.getByPlaceholder('Search assets, editors, creators...')).toHaveValue('film luts');
    await expect.poll(async () => (await cardTitles(page)).length).toBeGreaterThan(0);

    await page.goBack();
    await page.getByRole('link', { name: /^#/ }).first().click();
    await expect(page).toHaveURL(/\/resources\?tag=/);
    await expect.poll(async () => (await cardTitles(page)).length).toBeGreaterThan(0);
  });

  test('one click on home shows all LUTs, and a search without results leads to a filled-in request', async ({
    page,
  }) => {
    const luts = await listCards(page.request, { type: 'LUT' });
    await page.goto('/');
    await page
      .getByRole('main')
      .getByRole('link', { name: `LUTs ${luts.length} assets` })
      .click();
    await expect(page).toHaveURL('/resources?type=LUT');
    await expect.poll(() => cardTitles(page)).toEqual(luts.map(({ title }) => title));
    const tiles = page.getByRole('navigation', { name: 'Asset types' });
    await expect(tiles.locator('[aria-current]')).toContainText('LUTs');
    for (const card of await page.getByRole('main').getByRole('article').all())
      await expect(card.getByText('LUT', { exact: true })).toBeVisible();

    await page.getByPlaceholder('Search assets, editors, creators...').fill('zoetrope strip');
    const empty = page.locator('.panel', { has: page.getByRole('heading', { name: 'No resources found' }) });
    await expect(empty.getByRole('link', { name: 'LUTs' })).toHaveAttribute('href', '/resources?type=LUT');
    await empty.getByRole('link', { name: 'Request “zoetrope strip”' }).click();
    await expect(page).toHaveURL('/request?name=zoetrope+strip');
    await expect(page.getByLabel('Resource Name')).toHaveValue('zoetrope strip');

    await page.goBack();
    await tiles.getByRole('link', { name: /^All/ }).click();
    await expect(page).toHaveURL('/resources');
    await expect(page.getByPlaceholder('Search assets, editors, creators...')).toHaveValue('');
    await expect.poll(() => cardTitles(page)).toHaveLength(21);
  });

  test('filters, order and pages are in the address; back and forward restore them exactly', async ({ page }) => {
    await page.goto('/resources');
    await page.waitForLoadState('networkidle');
    const states: { url: string; titles: string[] }[] = [];
    const keep = async (url: RegExp) => {
      await expect(page).toHaveURL(url);
      let titles: string[] = [];
      // A list that is still loading has no titles.
      await expect(async () => {
        titles = await cardTitles(page);
        expect(titles).not.toHaveLength(0);
        expect(titles).not.toEqual(states.at(-1)?.titles);
      }).toPass();
      states.push({ url: page.url(), titles });
    };
    await keep(/\/resources$/);
    const pager = page.getByRole('navigation', { name: /pag/i });
    await pager.getByRole('link', { name: /^Page 2$/ }).click();
    await keep(/\?page=2$/);
    await page.getByRole('navigation', { name: 'Category' }).getByRole('link', { name: 'Free' }).click();
    await keep(/\?category=free$/);
    await page.getByLabel('Sort').selectOption({ label: 'Oldest First' });
    await keep(/\?category=free&sort=oldest$/);
    await pager.getByRole('link', { name: 'Next page' }).click();
    await keep(/\?category=free&sort=oldest&page=2$/);
    expect(states.map(({ titles }) => titles.length).slice(0, 4)).toEqual([21, 21, 21, 21]);

    for (const { url, titles } of states.slice(0, -1).reverse()) {
      await page.goBack();
      await expect(page).toHaveURL(url);
      await expect.poll(() => cardTitles(page)).toEqual(titles);
    }
    for (const { url, titles } of states.slice(1)) {
      await page.goForward();
      await expect(page).toHaveURL(url);
      await expect.poll(() => cardTitles(page)).toEqual(titles);
    }
    await expect(page.getByLabel('Sort')).toHaveValue('oldest');
    await page.reload();
    await expect.poll(() => cardTitles(page)).toEqual(states.at(-1)?.titles);
  });

  test('typing searches after a moment, and the clear button undoes it', async ({ page }) => {
    await page.goto('/resources?page=2');
    await page.waitForLoadState('networkidle');
    const search = page.getByPlaceholder('Search assets, editors, creators...');
    await search.pressSequentially('premiere pro');
    await expect(page).toHaveURL('/resources?search=premiere+pro');
    await expect(page.getByRole('main').getByRole('article').first()).toContainText('Premiere Pro');
    await page.getByRole('main').getByRole('button', { name: 'Clear search' }).click();
    await expect(page).toHaveURL('/resources');
    await expect(search).toHaveValue('');

    await search.fill('zoetrope');
    await expect(page.getByRole('heading', { name: 'No resources found' })).toBeVisible();
    await page.getByRole('link', { name: 'Clear search' }).click();
    await expect(page).toHaveURL('/resources');
    await expect(search).toHaveValue('');
    await expect.poll(() => cardTitles(page)).toHaveLength(21);
  });
});

test.describe('downloading', () => {
  test.use({ userAgent: newUserAgent() });

  test('downloading one file: listing, resource, folder, new tab, ad page, countdown, file on disk', async ({
    page,
  }) => {
    const { card, files } = await freeResourceAt(page.request, 0);
    const before = (await readResource(page.request, card.id)).downloads;
    await page.goto(`/resources?search=${encodeURIComponent(card.title)}`);
    await page.getByRole('main').getByRole('link', { name: card.title, exact: true }).click();
    await expect(page).toHaveURL(resourcePath(card.id));
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(card.title);

    const folder = folderOf(files);
    const list = page.getByRole('region', { name: 'Files' });
    await list.getByRole('link', { name: folder, exact: true }).click();
    await expect(page).toHaveURL(/\?folder=/);
    const file = files.find(({ name }) => name.startsWith(`${folder}/`) && name.split('/').length === 2);
    const name = file?.name.split('/').at(-1) ?? '';
    await page.getByText('Check your download').click();
    const checksum = await shownChecksum(page, file?.name ?? '');
    expect(checksum).toBe(file?.sha256);
    // This lists the files in all folders, not only those in the open folder.
    const listed = await page.locator('details', { hasText: 'Check your download' }).locator('dt').allInnerTexts();
    expect(listed.sort()).toEqual(files.map(({ name: path }) => path).sort());

    await noteLines(page);
    const opened = page.waitForEvent('popup');
    await list.getByRole('link', { name: `Download ${name}` }).click();
    const tab = await opened;
    const coming = tab.waitForEvent('download');
    await expect(tab).toHaveURL(adPagePath(card.id, file?.name));
    await expectLine(tab, 'Processing Request');
    await expectLine(tab, 'You will be redirected to view ads before downloading.');
    await expect(tab.getByRole('heading', { name: 'Your download is almost ready' })).toBeVisible();
    await expect(tab.getByText(name)).toBeVisible();
    await expect(tab.getByText(/^Download will start in \d seconds$/)).toBeVisible();

    const download = await coming;
    expect(download.suggestedFilename()).toBe(name);
    expect(sha256Of(await savedPath(download))).toBe(checksum);
    await expect(tab.getByText('Download started! If nothing happens, click the button below.')).toBeVisible();
    await expect(tab.getByRole('timer')).toHaveCount(0);
    await expect(tab.getByRole('link', { name: 'Back to the asset' })).toHaveAttribute('href', resourcePath(card.id));

    const again = tab.waitForEvent('download');
    await tab.getByRole('link', { name: /download/i }).click();
    expect(sha256Of(await savedPath(await again))).toBe(checksum);
    await expect.poll(async () => (await readResource(page.request, card.id)).downloads).toBe(before + 1);
  });

  test('the countdown starts exactly one download automatically', async ({ page }) => {
    const { card, files } = await freeResourceAt(page.request, 1);
    const file = files.find(({ name }) => !name.includes('/'))?.name;
    let downloads = 0;
    page.on('download', () => {
      downloads += 1;
    });
    const coming = page.waitForEvent('download');
    await page.goto(adPagePath(card.id, file));
    await coming;
    await expect(page.getByText('Download started!')).toBeVisible();
    await page.waitForTimeout(1500);
    expect(downloads).toBe(1);
  });

  test('Download All delivers a ZIP that unzip accepts; Skip starts it immediately', async ({ page }) => {
    const { card, files } = await freeResourceAt(page.request, 2);
    const before = (await readResource(page.request, card.id)).downloads;
    await page.goto(resourcePath(card.id));
    await page.waitForLoadState('networkidle');
    const opened = page.waitForEvent('popup');
    await page.getByRole('link', { name: 'Download All' }).click();
    const tab = await opened;
    await expect(tab).toHaveURL(adPagePath(card.id));
    const download = tab.waitForEvent('download');
    await tab.getByRole('link', { name: 'Skip & Download Now' }).click();
    const zip = await savedPath(await download);
    expect(execFileSync('unzip', ['-t', zip], { encoding: 'utf8' })).toContain('No errors detected');
    const names = execFileSync('unzip', ['-Z1', zip], { encoding: 'utf8' }).trim().split('\n');
    expect(names.filter((name) => !name.endsWith('/')).sort()).toEqual(files.map(({ name }) => name).sort());
    await expect.poll(async () => (await readResource(page.request, card.id)).downloads).toBe(before + 1);
  });

  test('the direct address without a ticket redirects to the ad page', async ({ page }) => {
    const { card } = await freeResourceAt(page.request, 3);
    await page.goto(directDownloadPath(card.id));
    await expect(page).toHaveURL(adPagePath(card.id));
    const asProgram = await page.request.get(directDownloadPath(card.id), { headers: { accept: '*/*' } });
    expect(asProgram.status()).toBe(403);
    expect(await asProgram.json()).toMatchObject({ code: 'TICKET_REFUSED' });
  });

  test('a tampered ticket shows a page that says so and links on', async ({ page }) => {
    const { card } = await freeResourceAt(page.request, 3);
    await page.goto(adPagePath(card.id));
    const href = (await page.getByRole('link', { name: 'Skip & Download Now' }).getAttribute('href')) ?? '';
    expect(href).toMatch(/ticket=/);
    const other = href.endsWith('A') ? 'B' : 'A';
    const answer = await page.goto(href.slice(0, -1) + other);
    expect(answer?.status()).toBe(403);
    await expect(page.getByText('This download link is invalid or has expired.')).toBeVisible();
    await page.getByRole('main').getByRole('link').first().click();
    await expect(page).toHaveURL(/\/resources/);
  });

  test('a ticket from another browser does not work', async ({ page, browser }) => {
    const { card } = await freeResourceAt(page.request, 3);
    await page.goto(adPagePath(card.id));
    const href = (await page.getByRole('link', { name: 'Skip & Download Now' }).getAttribute('href')) ?? '';
    const stranger = await browser.newContext({ baseURL: test.info().project.use.baseURL });
    expect((await stranger.request.get(href)).status()).toBe(403);
    await stranger.close();
  });

  test('the ad page refuses every destination that is not a download on this site', async ({ page }) => {
    const { card } = await freeResourceAt(page.request, 3);
    const foreign = [
      'https://other.example/direct-download/x',
      `//other.example/direct-download/${card.id}`,
      `/\\other.example/direct-download/${card.id}`,
      'javascript:alert(1)',
      '/login',
      `/direct-download/${card.id}/../../login`,
    ];
    for (const destination of foreign) {
      const answer = await page.goto(`/ad-page?${new URLSearchParams({ destination })}`);
      expect(answer?.status(), destination).toBe(400);
      await expect(page.getByText('This link does not lead to a download on this site.')).toBeVisible();
      await expect(page.getByRole('main').getByRole('link', { name: /skip|download/i })).toHaveCount(0);
    }
    await page.goto(`/ad-page?${new URLSearchParams({ destination: directDownloadPath(card.id) })}`);
    await expect(page.getByText('your file')).toBeVisible();
  });

  test('the processing screen continues to the file with from=ads', async ({ page }) => {
    const { card, files } = await freeResourceAt(page.request, 3);
    const file = files.find(({ name }) => !name.includes('/'))?.name;
    await noteLines(page);
    await page.goto(`${downloadPath(card.id, file)}&from=ads`);
    await expect(page).toHaveURL(adPagePath(card.id, file));
    await expectLine(page, 'Download starting...');
  });
});
