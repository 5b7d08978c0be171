import type { AdminUser, AdminUserDetail } from '#contract/admin/users.ts';
import { restorableUntil } from '#server/features/account-deletion/public.ts';
import { type Belongings, presentAccount } from '#server/features/accounts/public.ts';
import type { UserDetailRow, UserRow } from './queries.ts';
import { statusOf } from './rules.ts';

const iso = (at: Date | string | null | undefined): string | null => (at ? new Date(at).toISOString() : null);

/** A user in the format of lists and exports. */
export function presentUser(row: UserRow, now: Date): AdminUser {
  const { running } = row;
  const isPremium = running.length > 0;
  const ends = running.map(({ endsAt }) => endsAt);
  return {
    ...presentAccount({ ...row, isPremium }),
    // Only badges that an administrator assigned; the automatic Premium badge is not among them.
    badges: row.badges,
    status: statusOf(row, now),
    emailVerified: row.emailVerifiedAt !== null,
    uploads: row.uploads,
    premiumSince: iso(running[0]?.startsAt),
    premiumUntil: ends.includes(null) ? null : iso(ends.sort().at(-1)),
    premiumBy: [...new Set(running.map(({ source }) => source))].sort(),
    suspendedUntil: iso(row.suspendedUntil),
    suspendReason: row.suspendReason,
    deletedAt: iso(row.deletedAt),
    invitedAt: iso(row.invitedAt),
  };
}

const sum = (numbers: number[]): number => numbers.reduce((total, number) => total + Number(number), 0);

/** A user with all their related data. */
export function presentUserDetail(row: UserDetailRow, theirs: Belongings, now: Date): AdminUserDetail {
  const countOf = (status: string) => Number(theirs.uploads.find((group) => group.status === status)?.count ?? 0);
  return {
    ...presentUser(row, now),
    sessions: Number(theirs.sessions.count),
    lastSeenAt: iso(theirs.sessions.lastSeenAt),
    hasPassword: Boolean(row.hasPassword),
    twoFactor: Boolean(row.twoFactor),
    uploadsBy: { PENDING: countOf('PENDING'), APPROVED: countOf('APPROVED'), REJECTED: countOf('REJECTED') },
    hiddenUploads: sum(theirs.uploads.map(({ hidden }) => hidden)),
    storageUsed: sum(theirs.uploads.map(({ bytes }) => bytes)),
    downloads: theirs.downloads,
    grants: theirs.grants.map(({ source, startsAt, endsAt }) => ({
      source: source as AdminUserDetail['grants'][number]['source'],
      startsAt: startsAt.toISOString(),
      endsAt: iso(endsAt),
    })),
    links: theirs.links.map(({ linkedAt, ...link }) => ({ ...link, linkedAt: linkedAt.toISOString() })),
    applications: theirs.applications.map(({ createdAt, status, ...application }) => ({
      ...application,
      status: status as AdminUserDetail['applications'][number]['status'],
      createdAt: createdAt.toISOString(),
    })),
    formerNames: theirs.formerNames.map(({ username, until }) => ({ username, until: until.toISOString() })),
    suspendedAt: iso(row.suspendedAt),
    suspendedBy: row.suspendedBy,
    deletedBy: row.deletedBy,
    restorableUntil: row.deletedAt ? restorableUntil(row.deletedAt).toISOString() : null,
    audit: theirs.audit.map(({ at, ...line }) => ({ ...line, at: at.toISOString() })),
  };
}
