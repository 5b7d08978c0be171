// Fallback messages for failed requests whose response, such as a proxy's error page, contains no message from the site
// (specification, section 8).
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { putLogo } from '#client/features/admin/settings/settings-api.ts';
import { setUserPremium } from '#client/features/admin/users/users-api.ts';
import {
  approveApplication,
  listApplications,
  rejectApplication,
} from '#client/features/applications/admin/applications-api.ts';
import { listCategories } from '#client/features/forum/api.ts';
import { createThread } from '#client/features/forum/writing-api.ts';
import { getTopUsers } from '#client/features/members/api.ts';
import { createRequest } from '#client/features/requests/api.ts';
import { getResource, listResources } from '#client/features/resources/api.ts';
import * as toolbox from '#client/features/toolbox/api.ts';
import * as approvals from '#client/features/uploads/admin/approvals-api.ts';
import { createUpload } from '#client/features/uploads/api.ts';
import { httpTransport, type Transport } from '#client/kit/data/call.ts';
import { getDownloadUrl } from '#client/kit/downloads/api.ts';
import { getAdminSettings, putAdminSettings } from '#client/kit/settings/settings-api.ts';
import { getPremiumDownload } from '#contract/downloads/api.ts';
import { listLeaks } from '#contract/resources/api.ts';

const server = createServer((_request, response) => response.writeHead(502, { 'content-type': 'text/html' }).end('no'));
let transport: Transport;
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  transport = httpTransport(`http://127.0.0.1:${(server.address() as AddressInfo).port}/api`);
});
afterAll(() => server.close());

/** The input type doesn't matter, because every request here fails before its input is used. */
type AnyCall = ((transport: Transport, input: never) => Promise<unknown>) & { path: string; method: string };

const TABLE: [sentence: string, calls: AnyCall[]][] = [
  ['Failed to fetch dashboard data', [getAdminSettings, listApplications, approvals.listAdminUploads]],
  ['Failed to approve application', [approveApplication]],
  ['Failed to reject application', [rejectApplication]],
  ['Failed to delete upload', [approvals.deleteAdminUpload]],
  ['Failed to update upload status', [approvals.setUploadStatus]],
  ['Failed to update premium status', [setUserPremium]],
  ['Failed to save settings. Please try again.', [putAdminSettings]],
  ['Failed to upload logo image', [putLogo]],
  ['Failed to generate download link', [getDownloadUrl]],
  ['Failed to fetch threads', [listCategories]],
  ['Failed to create thread. Please try again.', [createThread]],
  ['Could not load user data', [getTopUsers]],
  ['Failed to submit request', [createRequest]],
  ['Failed to fetch resource details', [getResource]],
  ['Failed to load data', [listResources]],
  ['Failed to upload files', [createUpload]],
  ['Failed to add server. Please try again.', [toolbox.addServer]],
  ['Failed to update server priority. Please try again.', [toolbox.setServerPriority]],
  ['Failed to update server default status. Please try again.', [toolbox.setServerDefault]],
];

describe('a call that fails without a message', () => {
  it.each(TABLE)('%s', async (sentence, calls) => {
    for (const call of calls) {
      const input = { params: { id: 'x', n: '1', isDefault: 'true' } } as never;
      await expect(call(transport, input), `${call.method} ${call.path}`).rejects.toThrow(
        expect.objectContaining({ message: sentence, status: 502, code: null }),
      );
    }
  });
});

it('calls without a client have their fallback in the contract', () => {
  expect(listLeaks.fallback).toBe('Failed to fetch resources');
  expect(getPremiumDownload.fallback).toBe('Failed to generate premium download link');
});
