// Users and Premium Users in the panel, with their dialogs. Nothing is submitted, so the demo remains unchanged.
import type { Page } from '@playwright/test';
import { hold, type Screen } from './screen.ts';

const section = (name: string) => async (page: Page) => {
  const link = page.getByRole('navigation', { name: 'Admin panel' }).getByRole('button', { name, exact: true });
  const burger = page.getByRole('button', { name: 'Admin menu' });
  await link.or(burger).first().waitFor();
  if (!(await link.isVisible())) await burger.click();
  await link.click();
  await page.getByRole('heading', { level: 1, name }).waitFor();
};

const users = async (page: Page): Promise<void> => {
  await section('Users')(page);
  await page.getByRole('table', { name: 'Users' }).getByRole('rowheader').first().waitFor();
};

const premium = async (page: Page): Promise<void> => {
  await section('Premium Users')(page);
  await page.getByRole('table', { name: 'Premium users' }).getByRole('rowheader').first().waitFor();
};

/** Filters the list to a demo member that no journey changes. */
const findMember = async (page: Page): Promise<void> => {
  await users(page);
  await page.getByRole('searchbox', { name: 'Search users' }).fill('member@demo.example');
  await page.getByText('Showing 1 to 1 of 1', { exact: true }).waitFor();
};

const fromMenu = (item: string, title: RegExp) => async (page: Page) => {
  await findMember(page);
  await page.getByRole('button', { name: /^More actions for/ }).click();
  await page.getByRole('menuitem', { name: item }).click();
  await page.getByRole('dialog', { name: title }).waitFor();
};

const panel = (name: string, prepare: Screen['prepare'], more: Partial<Screen> = {}): Screen => ({
  name,
  path: '/admin',
  as: 'admin',
  ...(prepare && { prepare }),
  ...more,
});

export const group = 'adminPanel';

export const adminPeopleScreens: Screen[] = [
  panel('admin-users', users),
  panel('admin-users-none', async (page) => {
    await users(page);
    await page.getByRole('searchbox', { name: 'Search users' }).fill('nobody has this name');
    await page.getByText('No users found.').waitFor();
  }),
  panel(
    'admin-users-failed',
    async (page) => {
      await section('Users')(page);
      await page.getByRole('combobox', { name: 'Role' }).selectOption('LEAKER');
      await page.getByRole('button', { name: 'Try again' }).waitFor();
    },
    {
      before: (page) => page.route('**/api/admin/users?*role=LEAKER*', (route) => route.abort()),
      complaint: /ERR_FAILED/,
    },
  ),
  panel('admin-users-menu', async (page) => {
    await findMember(page);
    await page.getByRole('button', { name: /^More actions for/ }).click();
    await page.getByRole('menuitem', { name: 'Details' }).waitFor();
  }),
  panel('admin-user-detail', async (page) => {
    await fromMenu('Details', /./)(page);
    await page.getByRole('dialog').getByText('Storage used').waitFor();
  }),
  panel('admin-user-detail-loading', fromMenu('Details', /./), { before: hold(/\/api\/admin\/users\/[0-9a-f-]{36}$/) }),
  panel('admin-user-add', async (page) => {
    await users(page);
    await page.getByRole('button', { name: 'Add User' }).click();
    await page.getByRole('dialog', { name: 'Add User' }).getByLabel('Email').fill('no address');
    await page.getByRole('button', { name: 'Send invitation' }).click();
    await page.getByText('Enter a valid email address.').waitFor();
  }),
  panel('admin-user-edit', async (page) => {
    await findMember(page);
    await page.getByRole('button', { name: /^Edit / }).click();
    await page.getByRole('dialog', { name: /^Edit / }).waitFor();
  }),
  panel('admin-user-role', fromMenu('Change role', /'s role$/)),
  panel('admin-user-suspend', fromMenu('Suspend', /^Suspend/)),
  panel('admin-user-delete', async (page) => {
    await findMember(page);
    await page.getByRole('button', { name: /^Delete / }).click();
    await page.getByRole('dialog', { name: /^Delete / }).waitFor();
  }),
  panel('admin-premium', premium),
  panel('admin-premium-none', async (page) => {
    await premium(page);
    await page.getByRole('searchbox', { name: 'Search premium users' }).fill('nobody has this name');
    await page.getByText('No premium users found.').waitFor();
  }),
  panel('admin-premium-give', async (page) => {
    await premium(page);
    await page.getByRole('button', { name: 'Give Premium' }).click();
    await page.getByRole('dialog', { name: 'Give Premium' }).getByRole('listitem').first().waitFor();
  }),
  {
    name: 'invitation',
    path: `/reset-password?invitation=yes#token=${'a'.repeat(43)}`,
    prepare: (page) => page.getByRole('heading', { name: 'Welcome' }).waitFor(),
  },
];
