// An admin manages real SSH servers on this machine's loopback address, each with its own accounts, keys and service.
import type { Locator, Page } from '@playwright/test';
import { signInByCall } from '#test/harness/sign-in.ts';
import { hasSshServer, type SshServer, startSshServer } from '#test/harness/ssh-server.ts';
import { expect, test } from './journey.ts';
import { pressAt } from './keyboard-steps.ts';
import { logInByCall, NEW_PASSWORD, proveByCall, registerByCall } from './people.ts';

test.describe.configure({ mode: 'serial', timeout: 180_000 });
test.skip(!hasSshServer(), 'needs openssh-server and root');

// An address can be listed only once, so each journey adds its own servers and deletes them afterwards.
let running: SshServer;
let resting: SshServer;
let silent: SshServer;
/** No journey starts this server's service, so the page always offers the same actions for it. */
let untouched: SshServer;
test.beforeAll(async () => {
  running = await startSshServer({ isActive: true });
  resting = await startSshServer({ isActive: false });
  silent = await startSshServer({ isActive: true });
  untouched = await startSshServer({ isActive: false });
});
test.afterAll(async () => {
  for (const server of [running, resting, silent, untouched]) await server?.stop();
});

const openToolbox = async (page: Page): Promise<void> => {
  await signInByCall(page.request, 'admin');
  await page.goto('/toolbox');
  await expect(page.getByRole('heading', { level: 1, name: 'Helix Toolbox' })).toBeVisible();
};

type Typed = { password?: string; sshKey?: string; uploadDir?: string; priority?: string };

const fillForm = async (page: Page, name: string, server: SshServer, typed: Typed): Promise<Locator> => {
  await page.getByRole('button', { name: 'Add New Server' }).click();
  const form = page.getByRole('dialog', { name: 'Add New Server' });
  await form.getByLabel('Name', { exact: true }).fill(name);
  await form.getByLabel('Location').fill('This machine');
  await form.getByLabel('IP address').fill(server.ip);
  await form.getByLabel('Port').fill(String(server.port));
  await form.getByLabel('Username').fill(server.username);
  if (typed.password) await form.getByLabel('Password').fill(typed.password);
  if (typed.sshKey) await form.getByLabel('SSH key').fill(typed.sshKey);
  if (typed.uploadDir) await form.getByLabel('Upload folder').fill(typed.uploadDir);
  if (typed.priority) await form.getByLabel('Priority').fill(typed.priority);
  return form;
};

const add = async (page: Page, name: string, server: SshServer, typed: Typed): Promise<void> => {
  const form = await fillForm(page, name, server, typed);
  await form.getByRole('button', { name: 'Add server' }).click();
  await expect(form).toBeHidden();
  await expect(heading(page, name)).toBeFocused();
};

const heading = (page: Page, name: string): Locator => page.getByRole('heading', { level: 2, name });
const detail = (page: Page, name: string): Locator => page.getByRole('region', { name });
const button = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true });
const row = (page: Page, name: string): Locator =>
  page.getByRole('table', { name: 'All Servers' }).getByRole('row').filter({ hasText: name });

/**
 * Clicks Refresh until the server has this status, because the list itself refreshes only every 30 seconds. On a busy machine, a
 * check may hit its 10 s limit more than once.
 */
const expectStatus = async (page: Page, name: string, status: string): Promise<void> => {
  await expect(async () => {
    await button(page, 'Refresh servers').click();
    await expect(row(page, name)).toContainText(status, { timeout: 2000 });
  }).toPass({ timeout: 60_000 });
};

const remove = async (page: Page, name: string): Promise<void> => {
  await page.getByRole('navigation', { name: 'Servers' }).getByRole('button', { name }).click();
  await button(page, 'Delete').click();
  const question = page.getByRole('dialog', { name: `Delete ${name}?` });
  await expect(question.getByText('Nothing changes on the server itself')).toBeVisible();
  await question.getByRole('button', { name: 'Delete server' }).click();
  await expect(page.getByText(`${name} was deleted.`)).toBeVisible();
  await expect(row(page, name)).toHaveCount(0);
};

test('servers are added, monitored, started, restarted, stopped, ordered and deleted', async ({ page, watch }) => {
  // The page may ask for the load of a server while it is being deleted.
  watch.allow(/status of 404 \(Not Found\) \(\S+\/stats\)/);
  await openToolbox(page);
  await expect(page.getByRole('heading', { name: 'No servers yet' })).toBeVisible();

  await add(page, 'running', running, { password: running.password, uploadDir: running.home });
  await expectStatus(page, 'running', 'Online');
  await expect(page.getByText(running.fingerprint())).toBeVisible();
  await expect(detail(page, 'running').getByText('Live', { exact: true })).toBeVisible();
  await expect(page.getByRole('meter', { name: 'Memory in use' })).toBeVisible();
  await expect(button(page, 'Start')).toHaveCount(0);

  await add(page, 'resting', resting, { sshKey: resting.privateKey, priority: 'high' });
  await expectStatus(page, 'resting', 'Offline');
  await expect(row(page, 'resting').getByRole('cell', { name: '0', exact: true })).toBeVisible();
  await button(page, 'Start').click();
  await expect(page.getByText('resting is starting.')).toBeVisible();
  await expectStatus(page, 'resting', 'Online');
  expect(resting.isActive()).toBe(true);

  await button(page, 'Restart').click();
  await expect(page.getByText('resting is restarting.')).toBeVisible();
  await expectStatus(page, 'resting', 'Online');
  await button(page, 'Stop').click();
  const question = page.getByRole('dialog', { name: 'Stop resting?' });
  await expect(question.getByText('This stops the helix service on this server')).toBeVisible();
  await question.getByRole('button', { name: 'Stop server' }).click();
  await expectStatus(page, 'resting', 'Offline');
  expect(resting.isActive()).toBe(false);
  expect(resting.orders()).toEqual(['start helix.service', 'restart helix.service', 'stop helix.service']);

  // Servers with a higher priority come first; the page opens with the default server.
  const names = page.getByRole('navigation', { name: 'Servers' }).getByRole('button');
  await expect(names).toContainText(['resting', 'running']);
  await page.getByLabel('Priority').fill('-3');
  await button(page, 'Save priority').click();
  await expect(page.getByText('The priority of resting is now -3.')).toBeVisible();
  await expect(names).toContainText(['running', 'resting']);
  await button(page, 'Set as default').click();
  await expect(page.getByText('resting is now the default server.')).toBeVisible();
  await page.reload();
  await expect(heading(page, 'resting')).toBeVisible();
  await button(page, 'Unset as default').click();
  await expect(page.getByText('resting is no longer the default server.')).toBeVisible();
  await page.reload();
  await expect(heading(page, 'running')).toBeVisible();

  await remove(page, 'resting');
  await expect(heading(page, 'running')).toBeFocused();
  await remove(page, 'running');
  await expect(page.getByRole('heading', { name: 'No servers yet' })).toBeVisible();
  expect(running.isActive()).toBe(true);
});

test('a server is started, stopped and deleted by keyboard alone, and focus is never lost', async ({ page }) => {
  await openToolbox(page);
  await pressAt(page, button(page, 'Add New Server'));
  await expect(page.getByRole('dialog', { name: 'Add New Server' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(button(page, 'Add New Server')).toBeFocused();
  await add(page, 'by-keys', resting, { password: resting.password });
  await expectStatus(page, 'by-keys', 'Offline');

  const expectRow = async (status: string) => {
    await expect(async () => {
      // Simulates the automatic refresh every 30 seconds. A real click would move focus to the button.
      await button(page, 'Refresh servers').dispatchEvent('click');
      await expect(row(page, 'by-keys')).toContainText(status, { timeout: 2000 });
    }).toPass({ timeout: 60_000 });
  };
  // The button disappears after its action completes, so the server's name gets focus.
  await pressAt(page, button(page, 'Start'), 'Shift+Tab');
  await expectRow('Online');
  await expect(heading(page, 'by-keys')).toBeFocused();
  await pressAt(page, button(page, 'Stop'));
  const question = page.getByRole('dialog', { name: 'Stop by-keys?' });
  await pressAt(page, question.getByRole('button', { name: 'Cancel' }));
  await expect(button(page, 'Stop')).toBeFocused();
  await page.keyboard.press('Enter');
  await pressAt(page, question.getByRole('button', { name: 'Stop server' }));
  await expectRow('Offline');
  await expect(heading(page, 'by-keys')).toBeFocused();

  const first = button(page, 'Set as default');
  await pressAt(page, first);
  await expect(page.getByText('by-keys is now the default server.')).toBeVisible();
  await expect(button(page, 'Unset as default')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText('by-keys is no longer the default server.')).toBeVisible();
  await expect(first).toBeFocused();
  await pressAt(page, button(page, 'Delete'));
  await pressAt(page, page.getByRole('dialog').getByRole('button', { name: 'Delete server' }));
  await expect(page.getByRole('heading', { name: 'No servers yet' })).toBeVisible();
  await expect(page.locator('h1:focus, h2:focus')).toHaveCount(1);
});

test('an invalid form, a wrong password, a known address and a refused command show errors', async ({
  page,
  watch,
}) => {
  watch.allow(/status of 4\d\d/, /5\d\d/);
  await openToolbox(page);
  const form = await fillForm(page, 'wrong', running, {});
  await form.getByLabel('IP address').fill('localhost');
  await form.getByRole('button', { name: 'Add server' }).click();
  await expect(form.getByText('Enter a valid IP address.')).toBeVisible();
  await form.getByLabel('IP address').fill('10.11.12.13');
  await form.getByRole('button', { name: 'Add server' }).click();
  await expect(form.getByText('Enter a password or a private key.')).toBeVisible();
  await form.getByLabel('SSH key').fill('no key at all');
  await form.getByLabel('Password').fill('not its password');
  await form.getByRole('button', { name: 'Add server' }).click();
  await expect(form.getByText(/This is a private IP address|Enter a private SSH key/)).toBeVisible();
  await form.getByLabel('IP address').fill(running.ip);
  await form.getByLabel('SSH key').fill('');
  await form.getByRole('button', { name: 'Add server' }).click();
  await expect(form).toBeHidden();
  await expectStatus(page, 'wrong', 'Error');
  await expect(page.getByText('The server rejected the login: wrong username, password or key.')).toBeVisible();
  // A host key was recorded, but it did not cause the error.
  await expect(page.getByText(running.fingerprint())).toBeVisible();
  await expect(button(page, 'Remove host key')).toHaveCount(0);

  const again = await fillForm(page, 'twice', running, { password: running.password });
  await again.getByRole('button', { name: 'Add server' }).click();
  await expect(again.getByRole('alert')).toContainText('Failed to add server');
  await expect(again.getByText('A server with this IP address and port already exists.')).toBeVisible();
  await expect(again.getByLabel('IP address')).toBeFocused();
  await again.getByRole('button', { name: 'Cancel' }).click();
  await remove(page, 'wrong');

  resting.refuseOrders('Access denied');
  await add(page, 'refusing', resting, { password: resting.password });
  await expectStatus(page, 'refusing', 'Offline');
  await button(page, 'Start').click();
  await expect(page.getByRole('alert').getByText('Failed to start server: Access denied')).toBeVisible();
  await expect(row(page, 'refusing')).toContainText('Offline');
  await expect(page.getByRole('alert')).toContainText('refusing');
  await button(page, 'Close message').click();
  await expect(page.getByText('Failed to start server: Access denied')).toHaveCount(0);
  resting.refuseOrders(null);
  await remove(page, 'refusing');
});

test('a hanging server and a reinstalled one show an error until they recover', async ({ page }) => {
  await openToolbox(page);
  await add(page, 'silent', silent, { password: silent.password });
  await expectStatus(page, 'silent', 'Online');
  silent.hang();
  // Wait until the known status is more than five seconds old, so that one click triggers a new check and shows its result.
  const known = Date.now();
  await expect.poll(() => Date.now() - known, { timeout: 10_000 }).toBeGreaterThan(5500);
  await button(page, 'Refresh servers').click();
  await expect(row(page, 'silent')).toContainText('Error', { timeout: 30_000 });
  await expect(
    page.getByText(/^The server (did not respond within 10 seconds|closed the connection)\.$/),
  ).toBeVisible();
  await expect(detail(page, 'silent').getByText('Not live')).toBeVisible();
  silent.resume();
  await expectStatus(page, 'silent', 'Online');

  const before = silent.fingerprint();
  await silent.changeHostKey();
  await expectStatus(page, 'silent', 'Error');
  await expect(page.getByText('The host key has changed since the first connection.')).toBeVisible();
  // Both keys are shown for comparison.
  const told = page.getByRole('alert');
  await expect(told.getByText(before)).toBeVisible();
  await expect(told.getByText(silent.fingerprint())).toBeVisible();
  await button(page, 'Remove host key').click();
  const question = page.getByRole('dialog', { name: 'Remove the host key for silent?' });
  await expect(question.getByText('only if you know that the server was reinstalled')).toBeVisible();
  await question.getByRole('button', { name: 'Remove host key' }).click();
  await expect(question).toBeHidden();
  await expect(page.getByText(silent.fingerprint())).toBeVisible();
  await expect(row(page, 'silent')).not.toContainText('Error');
  await remove(page, 'silent');
});

test('two admins see each other’s commands; an expired token is replaced', async ({ page, browser, watch }) => {
  // The stalled command eventually fails.
  watch.allow(/status of (401|409|502)/, /status 502/);
  await openToolbox(page);
  await add(page, 'shared', resting, { password: resting.password });
  await expectStatus(page, 'shared', 'Offline');
  const other = await browser.newPage();
  await openToolbox(other);
  await expect(heading(other, 'shared')).toBeVisible();

  // The first admin's command has not reached the server yet when the second admin sends theirs.
  const orders = () => resting.commands().filter((command) => / start -- /.test(command)).length;
  const ordered = orders();
  resting.stall(true);
  await button(page, 'Start').click();
  await expect(row(page, 'shared')).toContainText('Starting');
  // The row shows "Starting" even before the command has been sent.
  await expect.poll(orders).toBe(ordered + 1);
  await button(other, 'Start').click();
  await expect(other.getByRole('alert').getByText('This server is already starting or stopping.')).toBeVisible();
  resting.stall(false);
  await page.getByLabel('Priority').fill('7');
  await expect(async () => {
    await button(page, 'Save priority').click();
    await expect(page.getByText('The priority of shared is now 7.')).toBeVisible({ timeout: 1000 });
  }).toPass();
  await button(other, 'Refresh servers').click();
  await expect(row(other, 'shared').getByRole('cell', { name: '7', exact: true })).toBeVisible();
  await other.close();

  const tokens = () => watch.calls().filter((call) => call === 'GET /api/admin/toolbox/token').length;
  const before = tokens();
  let isSpoilt = false;
  await page.route('**/api/admin/toolbox/servers', async (route) => {
    if (isSpoilt) return await route.fallback();
    isSpoilt = true;
    const headers = { ...route.request().headers(), authorization: `Bearer helix_${'x'.repeat(43)}` };
    return await route.continue({ headers });
  });
  const answer = page.waitForResponse(
    (response) => response.url().endsWith('/api/admin/toolbox/servers') && response.ok(),
  );
  await button(page, 'Refresh servers').click();
  await answer;
  await expect.poll(tokens).toBe(before + 1);
  await expect(page.getByRole('alert')).toHaveCount(0);
  await remove(page, 'shared');
});

test('on a phone a server is chosen from a menu, and everything works by keyboard alone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openToolbox(page);
  await page.getByRole('button', { name: 'Add New Server' }).focus();
  await page.keyboard.press('Enter');
  const form = page.getByRole('dialog', { name: 'Add New Server' });
  await expect(form).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(form).toBeHidden();
  await expect(page.getByRole('button', { name: 'Add New Server' })).toBeFocused();

  await add(page, 'first', running, { password: running.password });
  await add(page, 'second', untouched, { password: untouched.password });
  await page.getByRole('combobox', { name: 'Server' }).selectOption({ label: 'first (Online)' });
  await expect(heading(page, 'first')).toBeVisible();
  await row(page, 'second').getByRole('button', { name: 'second' }).focus();
  await page.keyboard.press('Enter');
  await expect(heading(page, 'second')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(button(page, 'Start')).toBeFocused();
  for (const name of ['second', 'first']) {
    await button(page, 'Delete').focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete server' }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByText(`${name} was deleted.`)).toBeVisible();
  }
});

test('other people are redirected, also when the role is lost while the page is open', async ({
  page,
  browser,
  watch,
}) => {
  watch.allow(/status of 40[13]/);
  await page.goto('/toolbox');
  await expect(page).toHaveURL('/login?next=%2Ftoolbox');
  const { account } = await registerByCall(page.request);
  await page.goto('/toolbox');
  await expect(page).toHaveURL('/dashboard');

  const admin = await browser.newContext();
  await signInByCall(admin.request, 'admin');
  const setRole = async ({ id }: { id: string }, role: 'ADMIN' | 'USER'): Promise<void> => {
    const answer = await admin.request.put(`/api/admin/users/${id}/role`, { data: { role } });
    expect(answer.status(), await answer.text()).toBe(200);
  };
  await proveByCall(page.request, account.email ?? '');
  await setRole(account, 'ADMIN');
  // A second administrator is needed, because the last one can't lose the role. Demo accounts don't count as administrators.
  const other = await browser.newContext();
  const second = await registerByCall(other.request);
  await proveByCall(other.request, second.email);
  await setRole(second.account, 'ADMIN');
  // Changing a role ends existing sessions.
  await logInByCall(page.request, { email: account.email ?? '', password: NEW_PASSWORD });
  await page.goto('/toolbox');
  await expect(page.getByRole('heading', { level: 1, name: 'Helix Toolbox' })).toBeVisible();
  await setRole(account, 'USER');
  // The session ended with the role change. The page notices this on its own, because it fetches its servers every 30 s.
  const again = page.getByRole('dialog', { name: 'Log in again' });
  await expect(again).toBeVisible({ timeout: 60_000 });
  // After logging in again, the user is no longer an admin.
  await again.getByLabel('Password').fill(NEW_PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/dashboard');
  await other.close();
  await admin.close();
});
