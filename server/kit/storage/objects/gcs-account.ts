/** Whom Google Cloud Storage knows this site by: what each request shows, and links that it signs. */

import { readFile } from 'node:fs/promises';
import { Storage as GoogleStorage } from '@google-cloud/storage';
import { StorageUnavailable } from '#server/kit/storage/errors.ts';
import type { GcsSetUp } from '#server/kit/storage/settings.ts';

export interface GcsAccount {
  /** The header `authorization`; nothing for a stand-in that asks nobody. */
  authorize(): Promise<Record<string, string>>;
  /** An address that gives an object for so many seconds; null without a key of our own. */
  link(
    name: string,
    link: { ttlSeconds: number; contentDisposition: string; mediaType: string },
  ): Promise<string | null>;
}

/** A link holds from a second ago on: clocks are never quite the same. */
const CLOCK_MS = 1000;

/** @param endpoint the address of the service, without a slash at its end */
export function createGcsAccount({ keyFile, endpoint: own, bucket }: GcsSetUp, endpoint: string): GcsAccount {
  const isOpen = own !== null && keyFile === null;
  const google = new GoogleStorage({ apiEndpoint: endpoint, useAuthWithCustomEndpoint: true });
  // The key itself signs what each request shows: nobody has to be asked for a token first.
  google.authClient.useJWTAccessWithScope = true;

  /** Read when it is needed first: a storage that is not used touches nothing. */
  async function loadKey(): Promise<void> {
    if (keyFile === null || google.authClient.jsonContent) return;
    try {
      google.authClient.jsonContent = JSON.parse(await readFile(keyFile, 'utf8'));
    } catch (error) {
      throw new StorageUnavailable(`the file ${keyFile} of STORAGE_KEY_FILE cannot be read`, { cause: error });
    }
  }

  return {
    async authorize() {
      if (isOpen) return {};
      await loadKey();
      return Object.fromEntries(await google.authClient.getRequestHeaders(endpoint));
    },

    async link(name, { ttlSeconds, contentDisposition, mediaType }) {
      // Google would have to sign for whoever has no key, which is a call of its own for each link.
      if (keyFile === null) return null;
      await loadKey();
      const now = Date.now();
      const [address] = await google
        .bucket(bucket)
        .file(name)
        .getSignedUrl({
          version: 'v4',
          action: 'read',
          accessibleAt: now - CLOCK_MS,
          expires: now + ttlSeconds * 1000,
          responseDisposition: contentDisposition,
          responseType: mediaType,
        });
      return address;
    },
  };
}
