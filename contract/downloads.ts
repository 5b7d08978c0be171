// Downloads: how a person gets the address of a file, and how the ad page gets its ticket.
import { z } from 'zod';
import { cleanText, endpoint, uuid } from './http.ts';

const filePath = cleanText(1000);

export const getDownloadUrl = endpoint({
  method: 'GET',
  path: '/api/resources/{id}/download-url',
  access: 'visitor',
  refusesSuspended: true,
  summary: 'Where to open a download: the ad route for those who see ads, the direct address for PREMIUM and ADMIN.',
  params: z.strictObject({ id: uuid }),
  query: z.strictObject({ file: filePath.optional() }),
  reply: z.object({ downloadUrl: z.string() }),
  problems: ['RESOURCE_NOT_FOUND', 'FILE_NOT_FOUND', 'PREMIUM_SIGN_IN', 'PREMIUM_REQUIRED'],
  fallback: 'Failed to generate download link',
});

/** What the ad page needs: the ticketed address, the name to show, and the advertisement. */
const adOffer = z.object({
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

const byId = z.strictObject({ id: uuid });
const directAddress = z.object({ directUrl: z.string() });
const premiumProblems = ['RESOURCE_NOT_FOUND', 'PREMIUM_SIGN_IN', 'PREMIUM_REQUIRED'] as const;

export const getPremiumDownload = endpoint({
  method: 'GET',
  path: '/api/resources/{id}/premium-download',
  access: 'visitor',
  refusesSuspended: true,
  summary: 'The ticketed address of the whole resource as one ZIP, for PREMIUM, ADMIN and the creator.',
  params: byId,
  query: z.strictObject({}),
  reply: directAddress,
  problems: premiumProblems,
  fallback: 'Failed to generate premium download link',
});

export const getPremiumFileDownload = endpoint({
  method: 'GET',
  path: '/api/resources/{id}/premium-file-download',
  access: 'visitor',
  refusesSuspended: true,
  summary: 'The ticketed address of one file, for PREMIUM, ADMIN and the creator.',
  params: byId,
  query: z.strictObject({ file: filePath }),
  reply: directAddress,
  problems: [...premiumProblems, 'FILE_NOT_FOUND'],
  fallback: 'Failed to generate premium download link',
});

/** People follow these addresses, and what else stands in them (`from=ads`, a mailer's marks) is not ours to refuse. */
const sendingQuery = z.looseObject({ file: filePath.optional(), ticket: z.string().max(3000).optional() });
const sendingProblems = [...premiumProblems, 'FILE_NOT_FOUND', 'FILE_MISSING', 'TICKET_REFUSED'] as const;

export const sendDownload = endpoint({
  method: 'GET',
  path: '/direct-download/{id}',
  access: 'visitor',
  refusesSuspended: true,
  summary: 'The bytes of one file, or of all files as one ZIP; needs the ticket of this person or browser.',
  params: byId,
  query: sendingQuery,
  reply: null,
  problems: sendingProblems,
  fallback: 'Failed to generate download link',
});

export const sendUploadDownload = endpoint({
  method: 'GET',
  path: '/api/uploads/{id}/direct-download',
  access: 'visitor',
  refusesSuspended: true,
  summary: 'An older address of /direct-download/{id}.',
  params: byId,
  query: sendingQuery,
  reply: null,
  problems: sendingProblems,
  fallback: 'Failed to generate download link',
});

export const openUploadDownload = endpoint({
  method: 'GET',
  path: '/api/uploads/{id}/download',
  access: 'visitor',
  refusesSuspended: true,
  summary: 'An older address of the page /download/{id}: leads there.',
  params: byId,
  query: sendingQuery,
  reply: null,
  fallback: 'Failed to generate download link',
});
