// Downloads: issuing download URLs, and the ticket for the ad page.
import { z } from 'zod';
import { cleanText, endpoint, uuid } from '#contract/http.ts';
import { SELECTION_MAX_PATHS, SELECTION_TOO_LARGE } from './limits.ts';

/** Path of a file or folder within a resource. Folder paths end with a slash. */
export const filePath = cleanText(1000);

/** Id of a selection, derived from the resource and the selected paths; or `v` and a number for all files of a version. */
export const selectionId = z.string().regex(/^(?:[\w-]{43}|v[1-9]\d{0,5})$/, 'This selection is not valid.');

/** What to download: a file or folder, or a selection. If neither is given, the whole resource is downloaded. */
const chosen = { file: filePath.optional(), selection: selectionId.optional() };
type Chosen = { file?: string | undefined; selection?: string | undefined };
const isOneOrNone = ({ file, selection }: Chosen): boolean => file === undefined || selection === undefined;
const notBoth = { message: 'Send either a file or a selection, not both.', path: ['selection'] };

export const getDownloadUrl = endpoint({
  method: 'GET',
  path: '/api/resources/{id}/download-url',
  access: 'visitor',
  scope: 'downloads',
  refusesSuspended: true,
  summary:
    'Returns the URL to open for a download: the ad page for users who see ads, or a direct link for PREMIUM and ADMIN.',
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
  leavesPages: true,
  access: 'visitor',
  scope: 'downloads',
  refusesSuspended: true,
  summary:
    'Stores a selection of files and folders and returns its ID, which downloads them as one ZIP. Folder paths end with a slash. The same selection always gets the same ID. `all` selects everything; `except` excludes paths from it or from a selected folder.',
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

/** Data for the ad page: the URL with its ticket, the file name to show, and the advertisement. */
const adOffer = z.object({
  directUrl: z.string(),
  filename: z.string(),
  countdownSeconds: z.int().nonnegative(),
  /** Null for users who see no advertisements. */
  ad: z
    .object({
      /** Null for the house advertisement, which links to a page on this site. */
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
  summary: 'Issues a ticket for one free download, bound to this browser, and returns the advertisement to show first.',
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
  summary:
    'Returns a download URL with a ticket for the whole asset as one ZIP. Available only to PREMIUM, ADMIN and the creator.',
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
  summary:
    'Returns a download URL with a ticket for one file, folder or selection. Available only to PREMIUM, ADMIN and the creator.',
  params: byId,
  query: z
    .strictObject(chosen)
    .refine(isOneOrNone, notBoth)
    .refine(({ file, selection }) => file !== undefined || selection !== undefined, {
      message: 'Send a file or a selection.',
      path: ['file'],
    }),
  reply: directAddress,
  problems: [...premiumProblems, 'FILE_NOT_FOUND'],
  fallback: 'Failed to generate premium download link',
});

/** Allows extra parameters, because links to these URLs may also contain `from=ads` or email tracking parameters. */
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
    'Downloads one file, or a folder, a selection or the whole asset as one ZIP. Requires a ticket issued to this user or browser.',
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
  summary: 'Legacy URL for /direct-download/{id}.',
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
  summary: 'Legacy URL for the page /download/{id}; redirects there.',
  params: byId,
  query: sendingQuery,
  reply: null,
  sends: 'redirect',
  fallback: 'Failed to generate download link',
});
