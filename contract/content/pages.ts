// The site's own texts (product.md SH-8): pages in Markdown that administrators may rewrite.
import { z } from 'zod';
import { cleanText, endpoint, timestamp } from '#contract/http.ts';
import { MARKDOWN_MAX_CHARACTERS } from '#contract/limits.ts';
import { listQuery } from '#contract/pagination.ts';
import { TEXT_SLUGS } from './limits.ts';

/** Checked by the handler, which says that there is no such text. */
const slugParams = z.strictObject({ slug: z.string().regex(/^[a-z]{1,40}$/, 'This name is not valid.') });

const textBody = cleanText(MARKDOWN_MAX_CHARACTERS).refine((value) => value.trim() !== '', 'Write something.');

export const siteText = z.object({
  slug: z.enum(TEXT_SLUGS),
  title: z.string(),
  /** Rendered and cleaned by the server. */
  html: z.string(),
  /** When an administrator changed it; null for the text that comes with the site. */
  updatedAt: timestamp.nullable(),
  /** Where people can write to; null when the site names nothing. */
  contact: z.string().nullable(),
});
export type SiteText = z.infer<typeof siteText>;

export const getText = endpoint({
  method: 'GET',
  path: '/api/texts/{slug}',
  access: 'visitor',
  summary: "One of the site's own texts (terms, faq, privacy, report) as HTML.",
  params: slugParams,
  reply: siteText,
  problems: ['TEXT_NOT_FOUND'],
  fallback: 'Failed to load data',
});

export const adminTextRow = z.object({
  slug: z.enum(TEXT_SLUGS),
  title: z.string(),
  /** Whether it is the text that comes with the site. */
  isDefault: z.boolean(),
  updatedAt: timestamp.nullable(),
  /** Username of who changed it last; null for the default, and when that person is gone. */
  updatedBy: z.string().nullable(),
});
export type AdminTextRow = z.infer<typeof adminTextRow>;

export const adminText = adminTextRow.extend({ body: z.string() });
export type AdminText = z.infer<typeof adminText>;

export const listTexts = endpoint({
  method: 'GET',
  path: '/api/admin/texts',
  access: 'admin',
  summary: "The site's own texts, with who changed them last.",
  query: z.strictObject(listQuery),
  whole: { search: ['title'], at: 'updatedAt' },
  reply: z.array(adminTextRow),
  fallback: 'Failed to load data',
});

export const getAdminText = endpoint({
  method: 'GET',
  path: '/api/admin/texts/{slug}',
  access: 'admin',
  summary: 'One text as Markdown, to be edited.',
  params: slugParams,
  reply: adminText,
  problems: ['TEXT_NOT_FOUND'],
  fallback: 'Failed to load data',
});

const save = {
  path: '/api/admin/texts/{slug}',
  access: 'admin',
  summary: 'Replaces a text; its page shows it at once.',
  params: slugParams,
  body: z.strictObject({
    body: textBody,
    /** `updatedAt` of the text that was edited: a change that somebody made meanwhile is not written over. */
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
  summary: 'Brings back the text that comes with the site.',
  params: slugParams,
  reply: adminText,
  problems: ['TEXT_NOT_FOUND'],
  fallback: 'Failed to reset the text',
});

export const previewText = endpoint({
  method: 'POST',
  path: '/api/admin/texts/preview',
  access: 'admin',
  summary: 'Renders a text as its page would show it; nothing is kept.',
  body: z.strictObject({ body: textBody }),
  reply: z.object({ html: z.string() }),
  fallback: 'Failed to render the preview',
});
