// Users in the admin panel: roles, Premium, suspension, deletion and invitations.
import { z } from 'zod';
import { account, email, presentedRole } from '#contract/accounts/api.ts';
import { cleanText, endpoint, timestamp, username, uuid } from '#contract/http.ts';
import { REASON_MAX_CHARACTERS } from '#contract/limits.ts';
import { BIO_MAX_CHARACTERS, DISPLAY_NAME_MAX_CHARACTERS } from '#contract/members/limits.ts';
import { listPagination, tableQuery } from '#contract/pagination.ts';
import { uploadStatus } from '#contract/uploads/sessions.ts';
import { BADGE_MAX_CHARACTERS, BADGES_MAX } from './limits.ts';

const idParams = z.strictObject({ id: uuid });
const reason = cleanText(REASON_MAX_CHARACTERS);

export const userStatus = z.enum(['active', 'suspended', 'deleted', 'invited']);
export type UserStatus = z.infer<typeof userStatus>;

export const grantSource = z.enum(['admin', 'patreon']);

/** The user object with fields that only administrators see. For Premium dates use `premiumSince` rather than `updatedAt`. */
export const adminUser = account.extend({
  status: userStatus,
  emailVerified: z.boolean(),
  /** Number of approved and visible resources. */
  uploads: z.int(),
  /** Start of the current Premium grant; null if the user has no Premium. */
  premiumSince: timestamp.nullable(),
  /** When Premium expires; null if the user has no Premium or it has no end date. */
  premiumUntil: timestamp.nullable(),
  /** Where the user's Premium comes from. */
  premiumBy: z.array(grantSource),
  suspendedUntil: timestamp.nullable(),
  suspendReason: z.string().nullable(),
  deletedAt: timestamp.nullable(),
  /** When an administrator created the account; null once the invitation is accepted. */
  invitedAt: timestamp.nullable(),
});
export type AdminUser = z.infer<typeof adminUser>;

const auditLine = z.object({ at: timestamp, actor: z.string(), action: z.string() });

export const adminUserDetail = adminUser.extend({
  sessions: z.int(),
  lastSeenAt: timestamp.nullable(),
  hasPassword: z.boolean(),
  twoFactor: z.boolean(),
  /** Number of submitted resources by status. */
  uploadsBy: z.record(uploadStatus, z.int()),
  hiddenUploads: z.int(),
  /** Total bytes of all files in resources that are not deleted. */
  storageUsed: z.int(),
  /** Number of downloads by this user; exact up to 10,000. */
  downloads: z.int(),
  grants: z.array(z.object({ source: grantSource, startsAt: timestamp, endsAt: timestamp.nullable() })),
  links: z.array(z.object({ provider: z.string(), username: z.string(), linkedAt: timestamp })),
  applications: z.array(
    z.object({ id: uuid, status: uploadStatus, reason: z.string().nullable(), createdAt: timestamp }),
  ),
  formerNames: z.array(z.object({ username: z.string(), until: timestamp })),
  suspendedAt: timestamp.nullable(),
  suspendedBy: z.string().nullable(),
  deletedBy: z.string().nullable(),
  /** When the deletion becomes permanent. Until then, the user can be restored. */
  restorableUntil: timestamp.nullable(),
  /** Recent audit entries about this user, newest first. */
  audit: z.array(auditLine),
});
export type AdminUserDetail = z.infer<typeof adminUserDetail>;

/** Filters for the list and its export. Deleted users are listed only if `status` is `deleted`. */
const narrowing = {
  role: presentedRole.optional(),
  status: userStatus.optional(),
  premium: z.literal('true').optional(),
};

const sorting = tableQuery(['createdAt', 'username', 'email']);

export const listUsers = endpoint({
  method: 'GET',
  path: '/api/admin/users',
  access: 'admin',
  summary:
    'Lists users, newest first. `search` covers username, email, role and ID. `premium=true` lists Premium users only, sorted by when their Premium started.',
  query: z.strictObject({ ...sorting, ...narrowing }),
  reply: z.object({ users: z.array(adminUser), pagination: listPagination }),
  fallback: 'Failed to fetch dashboard data',
});

export const exportUsers = endpoint({
  method: 'GET',
  path: '/api/admin/users/export',
  access: 'admin',
  summary: 'Exports users as CSV, newest first. Takes the same filters as the list.',
  query: z.strictObject({ search: sorting.search, ...narrowing }),
  reply: null,
  sends: 'text/csv',
  problems: ['CONFIRMATION_REQUIRED'],
  fallback: 'Failed to fetch dashboard data',
});

export const addUser = endpoint({
  method: 'POST',
  path: '/api/admin/users',
  access: 'admin',
  summary: 'Creates an account and emails an invitation to set a password. Works even when registration is closed.',
  body: z.strictObject({
    email,
    username: username.optional(),
    displayName: cleanText(DISPLAY_NAME_MAX_CHARACTERS).optional(),
    role: presentedRole.optional(),
  }),
  reply: adminUserDetail,
  status: 201,
  problems: ['EMAIL_TAKEN', 'USERNAME_TAKEN', 'CONFIRMATION_REQUIRED'],
  fallback: 'The user could not be added. Please try again.',
});

export const getUser = endpoint({
  method: 'GET',
  path: '/api/admin/users/{id}',
  access: 'admin',
  summary: 'Returns the details of a user.',
  params: idParams,
  reply: adminUserDetail,
  problems: ['USER_NOT_FOUND'],
  fallback: 'Failed to fetch dashboard data',
});

export const editUser = endpoint({
  method: 'PATCH',
  path: '/api/admin/users/{id}',
  access: 'admin',
  summary:
    'Updates the fields you send. A new email takes effect immediately but is unverified; the old address is notified.',
  params: idParams,
  body: z.strictObject({
    username: username.optional(),
    displayName: cleanText(DISPLAY_NAME_MAX_CHARACTERS).nullable().optional(),
    email: email.optional(),
    bio: cleanText(BIO_MAX_CHARACTERS).optional(),
    verified: z.boolean().optional(),
    badges: z.array(cleanText(BADGE_MAX_CHARACTERS)).max(BADGES_MAX).optional(),
  }),
  reply: adminUserDetail,
  problems: [
    'USER_NOT_FOUND',
    'USERNAME_TAKEN',
    'EMAIL_TAKEN',
    'OWN_ACCOUNT',
    'BADGE_NOT_FOUND',
    'CONFIRMATION_REQUIRED',
  ],
  fallback: 'The user could not be updated. Please try again.',
});

export const deleteUser = endpoint({
  method: 'DELETE',
  path: '/api/admin/users/{id}',
  access: 'admin',
  summary:
    'Deletes a user: hides them and their resources immediately. This can be undone for 30 days; after that, it is permanent.',
  params: idParams,
  reply: null,
  status: 204,
  problems: ['USER_NOT_FOUND', 'LAST_ADMIN', 'OWN_ACCOUNT', 'CONFIRMATION_REQUIRED'],
  fallback: 'The user could not be deleted. Please try again.',
});

export const restoreUser = endpoint({
  method: 'POST',
  path: '/api/admin/users/{id}/restore',
  access: 'admin',
  summary: 'Undoes a deletion and restores the resources deleted with it.',
  params: idParams,
  body: z.strictObject({}).optional(),
  reply: adminUserDetail,
  problems: ['USER_NOT_FOUND', 'USER_NOT_DELETED'],
  fallback: 'The user could not be restored. Please try again.',
});

const role = {
  path: '/api/admin/users/{id}/role',
  access: 'admin',
  summary:
    "Sets a user's role. PREMIUM is the role USER plus a Premium grant. `was` is the role the administrator saw before changing it.",
  params: idParams,
  body: z.strictObject({ role: presentedRole, was: presentedRole.optional() }),
  reply: adminUserDetail,
  problems: ['USER_NOT_FOUND', 'LAST_ADMIN', 'ALREADY_DECIDED', 'CONFIRMATION_REQUIRED', 'EMAIL_UNPROVEN'],
  fallback: 'The role could not be changed. Please try again.',
} as const;

export const setUserRole = endpoint({ method: 'PUT', ...role });
export const patchUserRole = endpoint({ method: 'PATCH', ...role });

const premium = {
  path: '/api/admin/users/{id}/premium',
  access: 'admin',
  summary:
    'Starts or ends Premium granted by administrators. Premium through Patreon is not affected; see `premiumBy` in the response.',
  params: idParams,
  body: z.strictObject({
    isPremium: z.boolean(),
    /** When the grant expires. If omitted or null, the grant never expires. */
    until: timestamp.nullable().optional(),
  }),
  reply: adminUserDetail,
  problems: ['USER_NOT_FOUND', 'CONFIRMATION_REQUIRED'],
  fallback: 'Failed to update premium status',
} as const;

export const setUserPremium = endpoint({ method: 'PUT', ...premium });
export const patchUserPremium = endpoint({ method: 'PATCH', ...premium });

export const banUser = endpoint({
  method: 'POST',
  path: '/api/admin/users/{id}/ban',
  access: 'admin',
  summary:
    'Suspends a user until a given time or until the suspension is lifted, and ends their sessions. The user sees the reason.',
  params: idParams,
  body: z.strictObject({
    reason: reason.refine((text) => text.trim() !== '', 'Enter a reason. The user will see it.'),
    until: timestamp.nullable().optional(),
  }),
  reply: adminUserDetail,
  problems: ['USER_NOT_FOUND', 'ADMIN_NOT_BANNED', 'OWN_ACCOUNT'],
  fallback: 'The user could not be suspended. Please try again.',
});

export const unbanUser = endpoint({
  method: 'DELETE',
  path: '/api/admin/users/{id}/ban',
  access: 'admin',
  summary: 'Lifts a suspension. Does nothing if the user is not suspended.',
  params: idParams,
  reply: null,
  status: 204,
  problems: ['USER_NOT_FOUND'],
  fallback: 'The suspension could not be lifted. Please try again.',
});

export const resetUserTwoFactor = endpoint({
  method: 'POST',
  path: '/api/admin/users/{id}/reset-two-factor',
  access: 'admin',
  summary: 'Turns off two-factor for a user and ends their sessions, for example after they lose their phone.',
  params: idParams,
  body: z.strictObject({}).optional(),
  reply: adminUserDetail,
  problems: ['USER_NOT_FOUND', 'NO_TWO_FACTOR', 'OWN_ACCOUNT', 'CONFIRMATION_REQUIRED'],
  fallback: 'Two-factor could not be reset. Please try again.',
});

export const signOutUser = endpoint({
  method: 'POST',
  path: '/api/admin/users/{id}/sign-out',
  access: 'admin',
  summary: "Ends all of a user's sessions; for your own account, all except the current one.",
  params: idParams,
  body: z.strictObject({}).optional(),
  reply: adminUserDetail,
  problems: ['USER_NOT_FOUND', 'CONFIRMATION_REQUIRED'],
  fallback: 'The user could not be logged out. Please try again.',
});

export const inviteUser = endpoint({
  method: 'POST',
  path: '/api/admin/users/{id}/invitation',
  access: 'admin',
  summary: 'Resends the invitation. The previous link stops working.',
  params: idParams,
  body: z.strictObject({}).optional(),
  reply: adminUserDetail,
  problems: ['USER_NOT_FOUND', 'NOT_INVITED'],
  fallback: 'The invitation could not be sent. Please try again.',
});

/** End of a UTC day as a timestamp; null for an empty string. */
export function endOfDay(day: string): string | null {
  return day === '' ? null : `${day}T23:59:59.000Z`;
}

/** End date in a form: empty, today or a later day. */
const laterDay = z
  .string()
  .max(10)
  .refine((day) => day === '' || Date.parse(endOfDay(day) ?? '') > Date.now(), 'Choose today or a later date.');

/** Schemas for the forms in the dialogs. Their end dates are converted to timestamps for the API. */
export const suspendForm = z.object({ reason: banUser.body.shape.reason, until: laterDay });
export const premiumForm = z.object({ until: laterDay });
