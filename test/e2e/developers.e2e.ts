// Personal tokens, from creation to deletion, in the browser and as used by a program (product.md PL-3).
import { expect, test, untilTakenOver } from './journey.ts';
import { registerByCall } from './people.ts';

test('a token is created, used by a program, deleted, and refused afterwards', async ({ page, context, baseURL }) => {
  const { account } = await registerByCall(context.request);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/settings#tokens');
  const part = page.getByRole('region', { name: 'Personal access tokens' });
  await expect(part.getByText('No tokens yet.')).toBeVisible();
  await part.getByRole('button', { name: 'New token' }).click();
  const name = part.getByLabel('Name', { exact: true });
  await expect(name).toBeFocused();
  await name.fill('Nightly backup');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await expect(part.getByRole('checkbox', { name: /^Read/ })).toBeChecked();
  await part.getByLabel('Expires after').selectOption('7 days');
  await part.getByRole('button', { name: 'Create token' }).click();

  const shown = part.getByRole('region', { name: 'Your new token' });
  await expect(shown).toBeFocused();
  await shown.getByRole('button', { name: 'Copy token' }).click();
  await expect(shown.getByText('Copied.')).toBeVisible();
  const token = await page.evaluate(() => navigator.clipboard.readText());
  expect(token).toMatch(/^helix_[\w-]{43}$/);
  await expect(shown).toContainText(token);

  const ask = async (path: string): Promise<{ status: number; body: Record<string, unknown> }> => {
    const answer = await fetch(new URL(path, baseURL), { headers: { authorization: `Bearer ${token}` } });
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  };
  expect(await ask('/api/auth/me')).toMatchObject({ status: 200, body: { username: account.username } });
  expect(await ask('/api/me/tokens')).toMatchObject({ status: 403, body: { code: 'TOKEN_SCOPE' } });

  await shown.getByRole('button', { name: 'I have saved it' }).click();
  await expect(part.getByRole('button', { name: 'New token' })).toBeFocused();
  await page.reload();
  await expect(part.getByText(token)).toHaveCount(0);
  const row = part.getByRole('listitem').filter({ hasText: 'Nightly backup' });
  await expect(row).toContainText('Last used');
  await row.getByRole('button', { name: 'Delete Nightly backup' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete token' }).click();
  await expect(part.getByText('Deleted: Nightly backup.')).toBeVisible();
  await expect(part.getByText('No tokens yet.')).toBeVisible();
  expect(await ask('/api/auth/me')).toMatchObject({ status: 401 });
});

test('the page is linked from the footer, searches while typing, and links to a call', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/');
  await page.getByRole('contentinfo').getByRole('link', { name: 'API' }).click();
  await expect(page).toHaveURL('/developers');
  await expect(page.getByRole('heading', { level: 1, name: 'API' })).toBeVisible();
  const main = page.getByRole('main');
  // Groups are collapsed until they are opened or searched.
  await expect(main.getByRole('link', { name: '/api/resources', exact: true })).toBeHidden();
  await main.locator('summary', { hasText: 'Resources' }).click();
  await expect(main.getByRole('link', { name: '/api/resources', exact: true })).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search API calls' }).fill('users admin ban');
  await expect(main.getByRole('status').filter({ hasText: 'calls' })).toHaveText(/^[2-9] calls$/);
  await main.getByRole('link', { name: '/api/admin/users/{id}/ban' }).first().click();
  await expect(page).toHaveURL(/group=administration#\w*[bB]an/);
  const id = new URL(page.url()).hash;
  await expect(page.locator(`${id} h3`)).toBeInViewport();
});

test('a command is copied as shown, without anyone’s token', async ({ page, context, baseURL }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/developers?group=forum#createPost');
  await untilTakenOver(page);
  const call = page.locator('#createPost');
  await expect(call).toBeInViewport();
  await call.getByRole('button', { name: 'Copy the command for createPost' }).click();
  await expect(call.getByText('Copied.')).toBeVisible();
  const command = await page.evaluate(() => navigator.clipboard.readText());
  expect(command).toContain('-H "Authorization: Bearer $HELIX_TOKEN"');
  expect(command).toContain(`${new URL(baseURL ?? '').port}/api/forum/posts"`);
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('the page is complete, its search is a form, and nothing loads from other sites', async ({ page, baseURL }) => {
    const foreign: string[] = [];
    page.on('request', (request) => {
      if (!request.url().startsWith(baseURL ?? '')) foreign.push(request.url());
    });
    await page.goto('/developers');
    await expect(page.getByRole('heading', { name: 'Authentication' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'OpenAPI document' })).toHaveAttribute('href', '/api/openapi.json');
    const search = page.getByRole('searchbox', { name: 'Search API calls' });
    await search.fill('thread');
    await search.press('Enter');
    await expect(page).toHaveURL(/search=thread/);
    await page.getByRole('main').getByRole('link', { name: '/api/forum/threads', exact: true }).first().click();
    await expect(page).toHaveURL(/group=forum#/);
    await expect(page.getByRole('article').first()).toBeVisible();
    expect(foreign).toEqual([]);
  });
});
