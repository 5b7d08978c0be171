// People, as administrators see and change them: users, their roles, Premium, suspension, deletion and invitations.
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

/** The user object with what administrators need beside it. `updatedAt` is no date of Premium: `premiumSince` is. */
export const adminUser = account.extend({
  status: userStatus,
  emailVerified: z.boolean(),
  /** Approved and visible resources. */
  uploads: z.int(),
  /** Start of the running grant; null without one. */
  premiumSince: timestamp.nullable(),
  /** When Premium ends by itself; null without an end, and without Premium. */
  premiumUntil: timestamp.nullable(),
  /** What makes them premium at this moment. */
  premiumBy: z.array(grantSource),
  suspendedUntil: timestamp.nullable(),
  suspendReason: z.string().nullable(),
  deletedAt: timestamp.nullable(),
  /** When their account was made by an administrator and not taken up yet. */
  invitedAt: timestamp.nullable(),
});
export type AdminUser = z.infer<typeof adminUser>;

const auditLine = z.object({ at: timestamp, actor: z.string(), action: z.string() });

export const adminUserDetail = adminUser.extend({
  sessions: z.int(),
  lastSeenAt: timestamp.nullable(),
  hasPassword: z.boolean(),
  twoFactor: z.boolean(),
  /** Resources that were handed in, by status. */
  uploadsBy: z.record(uploadStatus, z.int()),
  hiddenUploads: z.int(),
  /** Bytes of the files of resources that are not deleted. */
  storageUsed: z.int(),
  /** Downloads that they made; exact up to 10,000. */
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
  /** Until when a deletion can be undone. */
  restorableUntil: timestamp.nullable(),
  /** The last acts about them, newest first. */
  audit: z.array(auditLine),
});
export type AdminUserDetail = z.infer<typeof adminUserDetail>;

/** What the list and its export are narrowed by. Deleted users are listed by that status alone. */
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
  summary: 'Users, newest first; the search looks at username, e-mail, role and id. premium=true sorts by its start.',
  query: z.strictObject({ ...sorting, ...narrowing }),
  reply: z.object({ users: z.array(adminUser), pagination: listPagination }),
  fallback: 'Failed to fetch dashboard data',
});

export const exportUsers = endpoint({
  method: 'GET',
  path: '/api/admin/users/export',
  access: 'admin',
  summary: 'The same list as CSV, newest first.',
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
  summary:
    'Makes an account and mails an invitation, by which its owner sets the password. Needs no open registration.',
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
  summary: 'Everything that administrators should know of somebody.',
  params: idParams,
  reply: adminUserDetail,
  problems: ['USER_NOT_FOUND'],
  fallback: 'Failed to fetch dashboard data',
});

export const editUser = endpoint({
  method: 'PATCH',
  path: '/api/admin/users/{id}',
  access: 'admin',
  summary: 'Changes what was sent. A new e-mail takes effect at once, unverified; the old address is told.',
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
  fallback: 'The user could not be changed. Please try again.',
});

export const deleteUser = endpoint({
  method: 'DELETE',
  path: '/api/admin/users/{id}',
  access: 'admin',
  summary: 'Hides a person and their resources at once; it can be undone for 30 days and is final then.',
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
  summary: 'Undoes a deletion, with the resources that went with it.',
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
    'Gives a role; PREMIUM is a grant beside the role USER. `was` is the role that was seen when it was decided.',
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
  summary: 'Starts or ends the grant of an administrator; one of Patreon stays, which `premiumBy` of the answer tells.',
  params: idParams,
  body: z.strictObject({
    isPremium: z.boolean(),
    /** When it ends by itself; without it, or as null, it does not. */
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
    'Suspends somebody, with a reason that they are told, until a time or until it is lifted. Their sessions end.',
  params: idParams,
  body: z.strictObject({
    reason: reason.refine((text) => text.trim() !== '', 'Say why: the person is told.'),
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
  summary: 'Lifts a suspension; without one nothing happens.',
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
  summary: 'Turns somebody’s two-factor sign-in off and ends their sessions, as for a lost phone.',
  params: idParams,
  body: z.strictObject({}).optional(),
  reply: adminUserDetail,
  problems: ['USER_NOT_FOUND', 'NO_TWO_FACTOR', 'OWN_ACCOUNT', 'CONFIRMATION_REQUIRED'],
  fallback: 'Two-factor sign-in could not be reset. Please try again.',
});

export const signOutUser = endpoint({
  method: 'POST',
  path: '/api/admin/users/{id}/sign-out',
  access: 'admin',
  summary: 'Ends all sessions of somebody; of one’s own, all but the one that asks.',
  params: idParams,
  body: z.strictObject({}).optional(),
  reply: adminUserDetail,
  problems: ['USER_NOT_FOUND', 'CONFIRMATION_REQUIRED'],
  fallback: 'The user could not be signed out. Please try again.',
});

export const inviteUser = endpoint({
  method: 'POST',
  path: '/api/admin/users/{id}/invitation',
  access: 'admin',
  summary: 'Mails the invitation again; the link before counts no more.',
  params: idParams,
  body: z.strictObject({}).optional(),
  reply: adminUserDetail,
  problems: ['USER_NOT_FOUND', 'NOT_INVITED'],
  fallback: 'The invitation could not be sent. Please try again.',
});

/** The end of a chosen day in UTC; null for none. */
export function endOfDay(day: string): string | null {
  return day === '' ? null : `${day}T23:59:59.000Z`;
}

/** A day that has not ended yet, or none, as forms ask for an end. */
const laterDay = z
  .string()
  .max(10)
  .refine((day) => day === '' || Date.parse(endOfDay(day) ?? '') > Date.now(), 'Choose a day that is not over yet.');

/** What the windows ask for, whose days become times of the calls. */
export const suspendForm = z.object({ reason: banUser.body.shape.reason, until: laterDay });
export const premiumForm = z.object({ until: laterDay });
