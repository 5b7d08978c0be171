// Receipts of downloads: signed records of who got what under which licence (product.md DL-11).
import { z } from 'zod';
import { endpoint, pagination, timestamp, uuid } from '#contract/http.ts';
import { listQuery } from '#contract/pagination.ts';

const receiptFile = z.object({ path: z.string(), size: z.int(), sha256: z.string() });

/** What the site signed. It never changes, even if the asset, its licence or a name does. */
export const receipt = z.object({
  id: uuid,
  /** The site's address. */
  site: z.string(),
  downloadedAt: timestamp,
  /** Who downloaded it: username and shown name at that time. */
  person: z.object({ username: z.string(), name: z.string() }),
  asset: z.object({ id: uuid, title: z.string(), creator: z.string(), version: z.int(), updatedAt: timestamp }),
  /** Path of the file or folder; null for the whole asset or a selection. */
  path: z.string().nullable(),
  fileCount: z.int(),
  /** Bytes of all files. */
  size: z.int(),
  /** SHA-256 of the file or, if there are several, of their list in the format of `sha256sum`, sorted by path. */
  sha256: z.string(),
  /** The first files by path, at most `RECEIPT_FILES_MAX`. */
  files: z.array(receiptFile),
  /** Null if the creator had not stated one. `textSha256` is null if the site had no text of it. */
  licence: z.object({ name: z.string(), spdx: z.string().nullable(), textSha256: z.string().nullable() }).nullable(),
});
export type Receipt = z.infer<typeof receipt>;

export const getReceipt = endpoint({
  method: 'GET',
  path: '/api/receipts/{id}',
  access: 'visitor',
  scope: 'read',
  summary:
    'Verifies a receipt and returns what it says. `changed` means that the stored record no longer matches its signature.',
  params: z.strictObject({ id: uuid }),
  reply: z.discriminatedUnion('state', [
    z.object({ state: z.literal('valid'), receipt, licenceText: z.string().nullable(), isAvailable: z.boolean() }),
    z.object({ state: z.literal('changed') }),
  ]),
  problems: ['RECEIPT_NOT_FOUND'],
  fallback: 'The receipt could not be checked. Please try again.',
});
export type CheckedReceipt = z.infer<typeof getReceipt.reply>;

const listedReceipt = z.object({
  id: uuid,
  title: z.string(),
  creator: z.string(),
  path: z.string().nullable(),
  fileCount: z.int(),
  licence: z.string().nullable(),
  downloadedAt: timestamp,
});
export type ListedReceipt = z.infer<typeof listedReceipt>;

export const listReceipts = endpoint({
  method: 'GET',
  path: '/api/user/receipts',
  access: 'member',
  scope: 'read',
  summary: 'Lists the receipts of the logged-in user’s downloads, newest first. The search covers title and creator.',
  query: z.strictObject(listQuery),
  reply: z.object({ receipts: z.array(listedReceipt), pagination }),
  fallback: 'Failed to load data',
});

export const exportReceipts = endpoint({
  method: 'GET',
  path: '/api/user/receipts/export',
  access: 'member',
  scope: 'read',
  summary: 'Exports all receipts of the logged-in user as CSV, newest first, with the addresses that verify them.',
  query: z.strictObject({}),
  reply: null,
  sends: 'text/csv',
  fallback: 'The receipts could not be exported.',
});
