// Downloads: how a person gets the address of a file, and how the ad page gets its ticket.
import { z } from 'zod';
import { cleanText, endpoint, uuid } from './http.ts';

const filePath = cleanText(1000);

export const getDownloadUrl = endpoint({
  method: 'GET',
  path: '/api/resources/{id}/download-url',
  access: 'visitor',
  summary: 'Where to open a download: the ad route for those who see ads, the direct address for PREMIUM and ADMIN.',
  params: z.strictObject({ id: uuid }),
  query: z.strictObject({ file: filePath.optional() }),
  reply: z.object({ downloadUrl: z.string() }),
  problems: ['RESOURCE_NOT_FOUND', 'FILE_NOT_FOUND', 'PREMIUM_SIGN_IN', 'PREMIUM_REQUIRED'],
  fallback: 'Failed to generate download link',
});

/** What the ad page needs: the ticketed address, the name to show, and the advertisement. */
export const adOffer = z.object({
  directUrl: z.string(),
  filename: z.string(),
  countdownSeconds: z.int().nonnegative(),
  ad: z.object({ title: z.string(), text: z.string(), action: z.string(), href: z.string() }),
});
export type AdOffer = z.infer<typeof adOffer>;

export const getAdOffer = endpoint({
  method: 'GET',
  path: '/api/ad-offer',
  access: 'visitor',
  summary: 'A ticket for one free download, bound to this browser, with the advertisement that is shown meanwhile.',
  query: z.strictObject({ destination: cleanText(2000), filename: cleanText(300).optional() }),
  reply: adOffer,
  problems: ['DESTINATION_REFUSED', 'RESOURCE_NOT_FOUND', 'FILE_NOT_FOUND', 'PREMIUM_SIGN_IN', 'PREMIUM_REQUIRED'],
  fallback: 'Failed to generate download link',
});
