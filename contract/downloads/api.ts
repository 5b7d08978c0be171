// Downloads: how a person gets the address of a file, and how the ad page gets its ticket.
import { z } from 'zod';
import { cleanText, endpoint, uuid } from '#contract/http.ts';
import { SELECTION_MAX_PATHS, SELECTION_TOO_LARGE } from './limits.ts';

/** The path of a file inside its resource, or of a folder: that one ends with a slash. */
export const filePath = cleanText(1000);

/** The id of a selection: it follows from the resource and what was chosen. */
export const selectionId = z.string().regex(/^[\w-]{43}$/, 'This selection is not valid.');

/** What of the resource is meant; neither is all of it. */
const chosen = { file: filePath.optional(), selection: selectionId.optional() };
type Chosen = { file?: string | undefined; selection?: string | undefined };
const isOneOrNone = ({ file, selection }: Chosen): boolean => file === undefined || selection === undefined;
const notBoth = { message: 'Ask for a file or for a selection.', path: ['selection'] };

export const getDownloadUrl = endpoint({
  method: 'GET',
  path: '/api/resources/{id}/download-url',
  access: 'visitor',
  scope: 'downloads',
  refusesSuspended: true,
  summary: 'Where to open a download: the ad route for those who see ads, the direct address for PREMIUM and ADMIN.',
  params: z.strictObject({ id: uuid }),
  query: z.strictObject(chosen).refine(isOneOrNone, notBoth),
  reply: z.object({ downloadUrl: z.string() }),
  problems: ['RESOURCE_NOT_FOUND', 'FILE_NOT_FOUND', 'PREMIUM_SIGN_IN', 'PREMIUM_REQUIRED'],
  fallback: 'Failed to generate download link',
});

const chosenPaths = z.array(filePath.min(1, 'This must not be empty.')).max(SELECTION_MAX_PATHS, SELECTION_TOO_LARGE);

export const makeSelection = endpoint({
  method: 'POST',
  path: '/api/resources/{id}/selections',
  access: 'visitor',
  scope: 'downloads',
  refusesSuspended: true,
  summary:
    'Keeps a choice of files and of whole folders (with a slash at the end), to be downloaded as one ZIP by its id; the same choice has the same id. `all` chooses everything; what `except` names is left out of it, or of a folder above it.',
  params: z.strictObject({ id: uuid }),
  body: z
    .strictObject({ all: z.literal(true).optional(), paths: chosenPaths, except: chosenPaths.optional() })
    .refine(({ all, paths }) => all === true || paths.length > 0, {
      message: 'Choose at least one file or folder.',
      path: ['paths'],
    }),
  reply: z.object({ selection: selectionId, fileCount: z.int().positive(), size: z.int().nonnegative() }),
  problems: ['RESOURCE_NOT_FOUND', 'FILE_NOT_FOUND'],
  fallback: 'Failed to generate download link',
});

/** What the ad page needs: the ticketed address, the name to show, and the advertisement. */
const adOffer = z.object({
  directUrl: z.string(),
  filename: z.string(),
  countdownSeconds: z.int().nonnegative(),
  /** Null for those who see no advertisements. */
  ad: z
    .object({
      /** Null for the site's own, whose link leads to a page of the site. */
      id: uuid.nullable(),
      title: z.string(),
      text: z.string(),
      action: z.string(),
      href: z.string(),
      imageUrl: z.string().nullable(),
    })
    .nullable(),
});
export type AdOffer = z.infer<typeof adOffer>;

export const getAdOffer = endpoint({
  method: 'GET',
  path: '/api/ad-offer',
  access: 'visitor',
  scope: 'downloads',
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
  scope: 'downloads',
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
  scope: 'downloads',
  refusesSuspended: true,
  summary: 'The ticketed address of one file, folder or selection, for PREMIUM, ADMIN and the creator.',
  params: byId,
  query: z
    .strictObject(chosen)
    .refine(isOneOrNone, notBoth)
    .refine(({ file, selection }) => file !== undefined || selection !== undefined, {
      message: 'Name a file or a selection.',
      path: ['file'],
    }),
  reply: directAddress,
  problems: [...premiumProblems, 'FILE_NOT_FOUND'],
  fallback: 'Failed to generate premium download link',
});

/** People follow these addresses, and what else stands in them (`from=ads`, a mailer's marks) is not ours to refuse. */
const sendingQuery = z.looseObject({ ...chosen, ticket: z.string().max(3000).optional() }).refine(isOneOrNone, notBoth);
const sendingProblems = [
  ...premiumProblems,
  'FILE_NOT_FOUND',
  'FILE_MISSING',
  'TICKET_REFUSED',
  'DOWNLOAD_CHANGED',
] as const;

export const sendDownload = endpoint({
  method: 'GET',
  path: '/direct-download/{id}',
  access: 'visitor',
  scope: 'downloads',
  refusesSuspended: true,
  summary:
    'The bytes of one file, or of a folder, a selection or all files as one ZIP; needs the ticket of this person or browser.',
  params: byId,
  query: sendingQuery,
  reply: null,
  sends: '*/*',
  leadsPages: true,
  problems: sendingProblems,
  fallback: 'Failed to generate download link',
});

export const sendUploadDownload = endpoint({
  method: 'GET',
  path: '/api/uploads/{id}/direct-download',
  access: 'visitor',
  scope: 'downloads',
  refusesSuspended: true,
  summary: 'An older address of /direct-download/{id}.',
  params: byId,
  query: sendingQuery,
  reply: null,
  sends: '*/*',
  leadsPages: true,
  problems: sendingProblems,
  fallback: 'Failed to generate download link',
});

export const openUploadDownload = endpoint({
  method: 'GET',
  path: '/api/uploads/{id}/download',
  access: 'visitor',
  scope: 'downloads',
  refusesSuspended: true,
  summary: 'An older address of the page /download/{id}: leads there.',
  params: byId,
  query: sendingQuery,
  reply: null,
  sends: 'redirect',
  fallback: 'Failed to generate download link',
});
