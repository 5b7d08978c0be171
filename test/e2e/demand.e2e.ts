// Several people search for something that the site doesn't have, and a leaker finds it on the demand radar (product.md LE-9).
import { DEMAND_MIN_PEOPLE } from '#contract/requests/limits.ts';
import { signInByCall } from '#test/harness/sign-in.ts';
import { expect, test } from './journey.ts';
import { registerByCall } from './people.ts';

const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

/** A word that nothing on the site resembles. Digits would make it look like an id. */
const newWord = (): string =>
  crypto
    .randomUUID()
    .slice(0, 8)
    .replaceAll(/\d/g, (digit) => 'qrstuvwxyz'.charAt(Number(digit)));

test('a search of several people without a result becomes an upload', async ({ page, browser, baseURL }) => {
  test.slow();
  const words = `${newWord()} transition`;
  const search = async (): Promise<void> => {
    const context = await browser.newContext({ baseURL: baseURL ?? '', userAgent: BROWSER });
    await registerByCall(context.request);
    const answer = await context.request.get('/api/resources', { params: { search: words, editor: 'Blender' } });
    expect((await answer.json()).pagination.total).toBe(0);
    await context.close();
  };
  await signInByCall(page.request, 'leaker');
  await page.goto('/leaker');
  const radar = page.getByRole('region', { name: 'Demand radar' });
  await expect(radar).toBeVisible();
  for (let person = 0; person < DEMAND_MIN_PEOPLE; person += 1) await search();

  // Searches are written after some seconds and counted every minute.
  await expect(async () => {
    await page.goto('/leaker');
    await expect(radar.getByRole('link', { name: words })).toBeVisible({ timeout: 10_000 });
  }).toPass({ timeout: 120_000, intervals: [5000] });
  const row = radar.getByRole('listitem').filter({ hasText: words });
  await expect(row).toContainText(`${DEMAND_MIN_PEOPLE} people`);
  await radar.getByRole('navigation', { name: 'Software in demand' }).getByRole('link', { name: 'Blender' }).click();
  await expect(page).toHaveURL('/leaker?editor=Blender');
  await expect(row).toBeVisible();
  await radar.getByRole('navigation', { name: 'Type in demand' }).getByRole('link', { name: 'Transition' }).click();
  await expect(page).toHaveURL('/leaker?type=transition&editor=Blender');
  await row.getByRole('link', { name: words }).click();
  await expect(page).toHaveURL(/[?&]start=.+#upload$/);
  const form = page.getByRole('region', { name: 'Upload New Resource' });
  await expect(form.getByLabel('Title')).toHaveValue(`${words.charAt(0).toUpperCase()}${words.slice(1)}`);
  await expect(form.getByLabel('Type', { exact: true })).toHaveValue('transition');
  await expect(form).toBeFocused();

  // Members see nothing of it.
  const member = await browser.newContext({ baseURL: baseURL ?? '' });
  await registerByCall(member.request);
  expect((await member.request.get('/api/leaker/demand')).status()).toBe(403);
  await member.close();
});
