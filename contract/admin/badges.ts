// Groups in the admin panel: badges, the four roles, upload categories, and sources of Premium (product.md AD-7).
import { z } from 'zod';
import { AD_TEXT_MAX_CHARACTERS } from '#contract/downloads/limits.ts';
import { cleanText, endpoint } from '#contract/http.ts';
import { listQuery } from '#contract/pagination.ts';
import { BADGE_MAX_CHARACTERS, BADGE_TONES } from './limits.ts';

/** Badge name: a single line without formatting characters. */
export const badgeName = cleanText(BADGE_MAX_CHARACTERS)
  .trim()
  .min(1, 'Enter a name.')
  .regex(/^[^\r\n\t\u2028\u2029\u202a-\u202e\u2066-\u2069]*$/, 'Use a single line.')
  .regex(/[\p{L}\p{N}\p{P}\p{S}]/u, 'Enter at least one visible character.')
  // The name is used in URL paths, where URL parsers would resolve "." and ".." as path segments.
  .regex(/^(?!\.{1,2}$)/, 'This name cannot be used.');

const looks = {
  description: cleanText(AD_TEXT_MAX_CHARACTERS).trim(),
  tone: z.enum(BADGE_TONES),
};

export const badge = z.object({
  name: z.string(),
  description: z.string(),
  tone: z.enum(BADGE_TONES),
  /** Number of users who have the badge. */
  holders: z.int(),
});
export type BadgeRow = z.infer<typeof badge>;

export const newBadge = z.strictObject({ name: badgeName, ...looks });
const badgeChange = z.strictObject(looks).partial();
export type BadgeChange = z.infer<typeof badgeChange>;

const byName = z.strictObject({
  name: z
    .string()
    .max(BADGE_MAX_CHARACTERS)
    .regex(/^[^\p{Cc}\p{Cs}]+$/u, 'Enter a valid name.'),
});

export const getGroups = endpoint({
  method: 'GET',
  path: '/api/admin/groups',
  access: 'admin',
  summary: 'Lists the badges, the number of users per role, and the number of published resources per upload category.',
  reply: z.object({
    badges: z.array(badge),
    /** Number of users by displayed role. Counts that depend on Premium can be up to 30 seconds old. */
    roles: z.array(z.object({ role: z.enum(['USER', 'PREMIUM', 'LEAKER', 'ADMIN']), people: z.int() })),
    /** All categories that are offered to uploaders or still in use. */
    categories: z.array(z.object({ name: z.string(), resources: z.int(), isOffered: z.boolean() })),
  }),
  fallback: 'Failed to load data',
});

export const getPremiumSources = endpoint({
  method: 'GET',
  path: '/api/admin/premium-sources',
  access: 'admin',
  summary: 'Returns the number of Premium users by source. The figures can be up to 30 seconds old.',
  query: z.strictObject(listQuery),
  whole: { search: ['source'] },
  reply: z.array(z.object({ source: z.enum(['patreon', 'admin']), people: z.int() })),
  fallback: 'Failed to load data',
});

export const addBadge = endpoint({
  method: 'POST',
  path: '/api/admin/badges',
  access: 'admin',
  summary: 'Adds a badge that can be given to users.',
  body: newBadge,
  reply: badge,
  status: 201,
  problems: ['BADGE_TAKEN', 'LIST_FULL'],
  fallback: 'Failed to save the badge',
});

export const changeBadge = endpoint({
  method: 'PUT',
  path: '/api/admin/badges/{name}',
  access: 'admin',
  summary: 'Changes the description or colour of a badge.',
  params: byName,
  body: badgeChange,
  reply: badge,
  problems: ['BADGE_NOT_FOUND'],
  fallback: 'Failed to save the badge',
});

export const patchBadge = endpoint({ ...changeBadge, method: 'PATCH' });

export const deleteBadge = endpoint({
  method: 'DELETE',
  path: '/api/admin/badges/{name}',
  access: 'admin',
  summary: 'Deletes a badge and removes it from every user who has it.',
  params: byName,
  reply: null,
  status: 204,
  problems: ['BADGE_NOT_FOUND'],
  fallback: 'Failed to delete the badge',
});
