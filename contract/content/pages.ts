// The site's own text pages (product.md SH-8), written in Markdown. Administrators can edit them.
import { z } from 'zod';
import { cleanText, endpoint, timestamp } from '#contract/http.ts';
import { MARKDOWN_MAX_CHARACTERS } from '#contract/limits.ts';
import { listQuery } from '#contract/pagination.ts';
import { TEXT_SLUGS } from './limits.ts';

/** Only the format is checked here. For an unknown slug, the handler responds with 404. */
const slugParams = z.strictObject({ slug: z.string().regex(/^[a-z]{1,40}$/, 'This name is not valid.') });

const textBody = cleanText(MARKDOWN_MAX_CHARACTERS).refine((value) => value.trim() !== '', 'Enter some text.');

export const siteText = z.object({
  slug: z.enum(TEXT_SLUGS),
  title: z.string(),
  /** HTML rendered and sanitised by the server. */
  html: z.string(),
  /** When an administrator last changed the text; null for the default text. */
  updatedAt: timestamp.nullable(),
  /** The site's contact address; null if none is configured. */
  contact: z.string().nullable(),
});
export type SiteText = z.infer<typeof siteText>;

export const getText = endpoint({
  method: 'GET',
  path: '/api/texts/{slug}',
  access: 'visitor',
  summary: "Returns one of the site's editable pages (terms, faq, privacy, report) as HTML.",
  params: slugParams,
  reply: siteText,
  problems: ['TEXT_NOT_FOUND'],
  fallback: 'Failed to load data',
});

export const adminTextRow = z.object({
  slug: z.enum(TEXT_SLUGS),
  title: z.string(),
  /** Whether the default text is in use. */
  isDefault: z.boolean(),
  updatedAt: timestamp.nullable(),
  /** Username of the last editor; null for the default text or if that account no longer exists. */
  updatedBy: z.string().nullable(),
});
export type AdminTextRow = z.infer<typeof adminTextRow>;

export const adminText = adminTextRow.extend({ body: z.string() });
export type AdminText = z.infer<typeof adminText>;

export const listTexts = endpoint({
  method: 'GET',
  path: '/api/admin/texts',
  access: 'admin',
  summary: "Lists the site's editable pages and who last changed them.",
  query: z.strictObject(listQuery),
  whole: { search: ['title'], at: 'updatedAt' },
  reply: z.array(adminTextRow),
  fallback: 'Failed to load data',
});

export const getAdminText = endpoint({
  method: 'GET',
  path: '/api/admin/texts/{slug}',
  access: 'admin',
  summary: "Returns a page's text as Markdown for editing.",
  params: slugParams,
  reply: adminText,
  problems: ['TEXT_NOT_FOUND'],
  fallback: 'Failed to load data',
});

const save = {
  path: '/api/admin/texts/{slug}',
  access: 'admin',
  summary: "Replaces a page's text. The new version is shown immediately.",
  params: slugParams,
  body: z.strictObject({
    body: textBody,
    /** `updatedAt` of the version being edited. If the text has changed since then, it is not overwritten. */
    was: timestamp.nullable().optional(),
  }),
  reply: adminText,
  problems: ['TEXT_NOT_FOUND', 'TEXT_CHANGED'],
  fallback: 'Failed to save the text',
} as const;

export const saveText = endpoint({ method: 'PUT', ...save });
export const patchText = endpoint({ method: 'PATCH', ...save });

export const resetText = endpoint({
  method: 'DELETE',
  path: '/api/admin/texts/{slug}',
  access: 'admin',
  summary: "Restores a page's default text.",
  params: slugParams,
  reply: adminText,
  problems: ['TEXT_NOT_FOUND'],
  fallback: 'Failed to reset the text',
});

export const previewText = endpoint({
  method: 'POST',
  path: '/api/admin/texts/preview',
  access: 'admin',
  summary: 'Renders Markdown as it would appear on the page. Nothing is saved.',
  body: z.strictObject({ body: textBody }),
  reply: z.object({ html: z.string() }),
  fallback: 'Failed to render the preview',
});
