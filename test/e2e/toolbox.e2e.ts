// An administrator and real servers: sshd on this machine's loopback, with accounts, keys and a service of their own.
import type { Locator, Page } from '@playwright/test';
import { signInByCall } from '#test/harness/sign-in.ts';
import { hasSshServer, type SshServer, startSshServer } from '#test/harness/ssh-server.ts';
import { expect, test } from './journey.ts';
import { pressAt } from './keyboard-steps.ts';
import { logInByCall, NEW_PASSWORD, proveByCall, registerByCall } from './people.ts';

test.describe.configure({ mode: 'serial', timeout: 180_000 });
test.skip(!hasSshServer(), 'needs openssh-server, and the rights of root');

// An address of the list is one server's for good: each journey adds its own ones, and takes them away again.
let running: SshServer;
let resting: SshServer;
let silent: SshServer;
/** Its service is started by no journey, so that what is offered for it is known. */
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
 * What the server is really like, by the button: the list itself is asked for every 30 seconds. On a busy machine a look may
 * run into its limit of 10 s more than once.
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
  await expect(question.getByText('Nothing happens on the server itself')).toBeVisible();
  await question.getByRole('button', { name: 'Delete server' }).click();
  await expect(page.getByText(`${name} was deleted.`)).toBeVisible();
  await expect(row(page, name)).toHaveCount(0);
};

test('servers are added, watched, started, restarted, stopped, ordered and deleted', async ({ page }) => {
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
  await expect(page.getByText('resting was told to start.')).toBeVisible();
  await expectStatus(page, 'resting', 'Online');
  expect(resting.isActive()).toBe(true);

  await button(page, 'Restart').click();
  await expect(page.getByText('resting was told to restart.')).toBeVisible();
  await expectStatus(page, 'resting', 'Online');
  await button(page, 'Stop').click();
  const question = page.getByRole('dialog', { name: 'Stop resting?' });
  await expect(question.getByText('The service helix is stopped on this server')).toBeVisible();
  await question.getByRole('button', { name: 'Stop server' }).click();
  await expectStatus(page, 'resting', 'Offline');
  expect(resting.isActive()).toBe(false);
  expect(resting.orders()).toEqual(['start helix.service', 'restart helix.service', 'stop helix.service']);

  // Higher ones come first; the default one is what the page opens with.
  const names = page.getByRole('navigation', { name: 'Servers' }).getByRole('button');
  await expect(names).toContainText(['resting', 'running']);
  await page.getByLabel('Priority').fill('-3');
  await button(page, 'Save priority').click();
  await expect(page.getByText('The priority of resting is -3 now.')).toBeVisible();
  await expect(names).toContainText(['running', 'resting']);
  await button(page, 'Set as default').click();
  await expect(page.getByText('resting is the default server now.')).toBeVisible();
  await page.reload();
  await expect(heading(page, 'resting')).toBeVisible();
  await button(page, 'Unset as default').click();
  await expect(page.getByText('resting is not the default server any more.')).toBeVisible();
  await page.reload();
  await expect(heading(page, 'running')).toBeVisible();

  await remove(page, 'resting');
  await expect(heading(page, 'running')).toBeFocused();
  await remove(page, 'running');
  await expect(page.getByRole('heading', { name: 'No servers yet' })).toBeVisible();
  expect(running.isActive()).toBe(true);
});

test('a server is started, stopped and deleted by keyboard alone, and the focus is never lost', async ({ page }) => {
  await openToolbox(page);
  await pressAt(page, button(page, 'Add New Server'));
  await expect(page.getByRole('dialog', { name: 'Add New Server' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(button(page, 'Add New Server')).toBeFocused();
  await add(page, 'by-keys', resting, { password: resting.password });
  await expectStatus(page, 'by-keys', 'Offline');

  const expectRow = async (status: string) => {
    await expect(async () => {
      // As every 30 seconds: a press on the button would take the focus there.
      await button(page, 'Refresh servers').dispatchEvent('click');
      await expect(row(page, 'by-keys')).toContainText(status, { timeout: 2000 });
    }).toPass({ timeout: 60_000 });
  };
  // What the button was for is done, and it is gone: the server's name stands for it.
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
  await expect(page.getByText('by-keys is the default server now.')).toBeVisible();
  await expect(button(page, 'Unset as default')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText('by-keys is not the default server any more.')).toBeVisible();
  await expect(first).toBeFocused();
  await pressAt(page, button(page, 'Delete'));
  await pressAt(page, page.getByRole('dialog').getByRole('button', { name: 'Delete server' }));
  await expect(page.getByRole('heading', { name: 'No servers yet' })).toBeVisible();
  await expect(page.locator('h1:focus, h2:focus')).toHaveCount(1);
});

test('a wrong form, a wrong password, a known address and an order that is refused are told', async ({
  page,
  watch,
}) => {
  watch.allow(/status of 4\d\d/, /5\d\d/);
  await openToolbox(page);
  const form = await fillForm(page, 'wrong', running, {});
  await form.getByLabel('IP address').fill('localhost');
  await form.getByRole('button', { name: 'Add server' }).click();
  await expect(form.getByText('This is not an IP address.')).toBeVisible();
  await form.getByLabel('IP address').fill('10.11.12.13');
  await form.getByRole('button', { name: 'Add server' }).click();
  await expect(form.getByText('Give a password or a private key.')).toBeVisible();
  await form.getByLabel('SSH key').fill('no key at all');
  await form.getByLabel('Password').fill('not its password');
  await form.getByRole('button', { name: 'Add server' }).click();
  await expect(form.getByText(/This address is not reachable from here|This is not a private SSH key/)).toBeVisible();
  await form.getByLabel('IP address').fill(running.ip);
  await form.getByLabel('SSH key').fill('');
  await form.getByRole('button', { name: 'Add server' }).click();
  await expect(form).toBeHidden();
  await expectStatus(page, 'wrong', 'Error');
  await expect(
    page.getByText('The server refuses the sign-in: username, password or key are not right.'),
  ).toBeVisible();
  // That is no matter of host keys, though one was seen.
  await expect(page.getByText(running.fingerprint())).toBeVisible();
  await expect(button(page, 'Forget host key')).toHaveCount(0);

  const again = await fillForm(page, 'twice', running, { password: running.password });
  await again.getByRole('button', { name: 'Add server' }).click();
  await expect(again.getByRole('alert')).toContainText('Failed to add server');
  await expect(again.getByText('There is a server at this address already.')).toBeVisible();
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

test('a server that hangs, and one that was set up anew, are in error until they are well again', async ({ page }) => {
  await openToolbox(page);
  await add(page, 'silent', silent, { password: silent.password });
  await expectStatus(page, 'silent', 'Online');
  silent.hang();
  // What is known is older than five seconds by now, so that one press has it looked at, and shows what comes of that.
  const known = Date.now();
  await expect.poll(() => Date.now() - known, { timeout: 10_000 }).toBeGreaterThan(5500);
  await button(page, 'Refresh servers').click();
  await expect(row(page, 'silent')).toContainText('Error', { timeout: 13_000 });
  await expect(page.getByText(/^The server (did not answer within 10 seconds|ended the connection)\.$/)).toBeVisible();
  await expect(detail(page, 'silent').getByText('Not live')).toBeVisible();
  silent.resume();
  await expectStatus(page, 'silent', 'Online');

  const before = silent.fingerprint();
  await silent.changeHostKey();
  await expectStatus(page, 'silent', 'Error');
  await expect(page.getByText('The server shows another host key than at the first contact.')).toBeVisible();
  // Both keys, to be compared.
  const told = page.getByRole('alert');
  await expect(told.getByText(before)).toBeVisible();
  await expect(told.getByText(silent.fingerprint())).toBeVisible();
  await button(page, 'Forget host key').click();
  const question = page.getByRole('dialog', { name: 'Forget the host key of silent?' });
  await expect(question.getByText('only if you know that the server was set up anew')).toBeVisible();
  await question.getByRole('button', { name: 'Forget host key' }).click();
  await expect(question).toBeHidden();
  await expect(page.getByText(silent.fingerprint())).toBeVisible();
  await expect(row(page, 'silent')).not.toContainText('Error');
  await remove(page, 'silent');
});

test('two administrators follow each other; a token that has ended is asked for anew', async ({
  page,
  browser,
  watch,
}) => {
  // The stalled order fails in the end.
  watch.allow(/status of (401|409|502)/, /status 502/);
  await openToolbox(page);
  await add(page, 'shared', resting, { password: resting.password });
  await expectStatus(page, 'shared', 'Offline');
  const other = await browser.newPage();
  await openToolbox(other);
  await expect(heading(other, 'shared')).toBeVisible();

  // The first one's order is still on its way to the server when the second one gives theirs.
  const orders = () => resting.commands().filter((command) => / start -- /.test(command)).length;
  const ordered = orders();
  resting.stall(true);
  await button(page, 'Start').click();
  await expect(row(page, 'shared')).toContainText('Starting');
  // The row says so before the order has left.
  await expect.poll(orders).toBe(ordered + 1);
  await button(other, 'Start').click();
  await expect(other.getByRole('alert').getByText('This server is being started or stopped already.')).toBeVisible();
  resting.stall(false);
  await page.getByLabel('Priority').fill('7');
  await expect(async () => {
    await button(page, 'Save priority').click();
    await expect(page.getByText('The priority of shared is 7 now.')).toBeVisible({ timeout: 1000 });
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
  expect(tokens()).toBe(before + 1);
  await expect(page.getByRole('alert')).toHaveCount(0);
  await remove(page, 'shared');
});

test('on a phone a server is chosen from a menu; keys alone reach everything', async ({ page }) => {
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

test('others than administrators are led away, also when the role goes while the page is open', async ({
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
  // Demo accounts do not count as administrators, and the last one keeps the role.
  const other = await browser.newContext();
  const second = await registerByCall(other.request);
  await proveByCall(other.request, second.email);
  await setRole(second.account, 'ADMIN');
  // A changed role ends the sign-ins of before.
  await logInByCall(page.request, { email: account.email ?? '', password: NEW_PASSWORD });
  await page.goto('/toolbox');
  await expect(page.getByRole('heading', { level: 1, name: 'Helix Toolbox' })).toBeVisible();
  await setRole(account, 'USER');
  // The sign-in has ended with the role, which the page finds out by itself: it asks for its servers every 30 s.
  const again = page.getByRole('dialog', { name: 'Log in again' });
  await expect(again).toBeVisible({ timeout: 60_000 });
  // Whoever logs in again is no administrator any more.
  await again.getByLabel('Password').fill(NEW_PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/dashboard');
  await other.close();
  await admin.close();
});
