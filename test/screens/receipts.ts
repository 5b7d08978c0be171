// Screens for receipts of downloads.
import { expect, type Page } from '@playwright/test';
import { receiptPath } from '#contract/paths.ts';
import { freeId, type Screen, UNKNOWN_ID } from './screen.ts';

const LIST = '/downloads?list=receipts';

/** Downloads an asset, so that the list has a receipt. */
const download = async (page: Page): Promise<void> => {
  const answer = await page.request.get(`/api/resources/${await freeId(page.request)}/premium-download`);
  await page.request.get(((await answer.json()) as { directUrl: string }).directUrl);
  const count = async () => {
    const list = await page.request.get('/api/user/receipts');
    return ((await list.json()) as { receipts: unknown[] }).receipts.length;
  };
  await expect.poll(count).toBeGreaterThan(0);
};

export const group = 'members';

export const receiptScreens: Screen[] = [
  { name: 'receipts', path: LIST, as: 'premium', before: download },
  {
    name: 'receipt',
    path: LIST,
    as: 'premium',
    before: download,
    prepare: async (page) => {
      await page.getByRole('main').getByRole('listitem').getByRole('link').first().click();
      await page.getByRole('heading', { level: 1, name: 'Receipt' }).waitFor();
    },
  },
  { name: 'receipt-unknown', path: receiptPath(UNKNOWN_ID), status: 404, complaint: /404/ },
];
