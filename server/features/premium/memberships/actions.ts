// Turns a Patreon membership into a Premium grant, which is separate from administrators' grants and recomputed whenever Patreon
// reports data.

import type { Deps } from '#server/deps.ts';
import { sendNotice } from '#server/features/accounts/public.ts';
import { scheduleChatRoleSync } from '#server/features/premium/discord-role/actions.ts';
import { writeActivity } from '#server/platform/activity.ts';
import type { Member } from '#server/providers/patreon-campaign.ts';
import * as queries from './queries.ts';
import { afterReading, isDeclined, isNewer, isOtherEnd, type Membership, verdictOf } from './rules.ts';

export type SettleDeps = Pick<Deps, 'db' | 'now' | 'bus' | 'settings' | 'publicUrl' | 'secret'>;
type Trx = Deps['db'];

/** No new welcome email is sent if Premium from the same membership lapsed less than this long ago. */
const PAUSE_MS = 7 * 24 * 3_600_000;

/**
 * Patreon's data about a membership; `member` is null if Patreon no longer knows it. `observedAt` is when the request was sent.
 */
export type Answer = { memberId: string; member: Member | null; observedAt: Date };

/**
 * Stores Patreon's data about a membership and updates the Premium grant derived from it. Data older than the stored data is
 * ignored, so responses can arrive in any order.
 */
export async function applyAnswer(deps: SettleDeps, { memberId, member, observedAt }: Answer): Promise<void> {
  const settings = await deps.settings.get();
  await deps.db.transaction().execute(async (trx) => {
    await queries.lockMembership(trx, memberId);
    const now = deps.now();
    const kept = (await queries.findMembership(trx, memberId)) ?? null;
    if (!isNewer(kept?.observedAt ?? null, observedAt, now)) return;
    const membership = afterReading(kept, member, observedAt, settings);
    if (!membership) return;
    await queries.putMembership(trx, membership);
    const holder = await settleGrant(deps, trx, membership);
    if (holder && isNewlyDeclined(kept, membership)) {
      await tell(deps, trx, holder, { kind: 'charge-declined', until: verdictOf(membership, now, settings).until });
    }
  });
}

/** Recomputes the Premium grant of a membership from stored data, for example after it was linked or unlinked. */
export async function syncMembership(deps: SettleDeps, memberId: string): Promise<void> {
  await deps.settings.get();
  await deps.db.transaction().execute(async (trx) => {
    await queries.lockMembership(trx, memberId);
    const membership = await queries.findMembership(trx, memberId);
    if (membership) await settleGrant(deps, trx, membership);
  });
}

/**
 * Ends all Premium that a user has through Patreon, in the transaction that removes their link. Grants by administrators stay.
 */
export async function endMemberships(deps: Pick<Deps, 'now' | 'bus'>, trx: Trx, userId: string): Promise<void> {
  if (!(await queries.endGrantsOf(trx, userId, deps.now()))) return;
  await announce(deps, trx, userId);
}

const announce = async (deps: Pick<Deps, 'bus'>, trx: Trx, userId: string): Promise<void> => {
  await deps.bus.publish(trx, 'members', userId);
  await scheduleChatRoleSync(trx, userId);
};

const tell = async (
  deps: SettleDeps,
  trx: Trx,
  userId: string,
  notice: Parameters<typeof sendNotice>[3],
): Promise<void> => {
  const addressee = await queries.findAddressee(trx, userId);
  if (addressee) await sendNotice(deps, trx, addressee, notice);
};

/** True only for the first of several declined charges in a row. */
const isNewlyDeclined = (kept: Membership | null, membership: Membership): boolean =>
  isDeclined(membership) && (kept?.declinedSince ?? null) === null;

/** The user who gets Premium from a membership (never more than one). A linked account takes precedence over a matching email. */
const holderOf = async (trx: Trx, { patronId, email }: Membership): Promise<string | undefined> =>
  (await queries.lockLinkedUser(trx, patronId)) ??
  (email === null ? undefined : await queries.findUserByAddress(trx, email));

/**
 * Brings a membership's grants up to date. The caller must hold the membership's lock.
 * @returns id of the user the membership belongs to
 */
const settleGrant = async (deps: SettleDeps, trx: Trx, membership: Membership): Promise<string | undefined> => {
  const now = deps.now();
  const { until } = verdictOf(membership, now, await deps.settings.get());
  const holder = await holderOf(trx, membership);
  const open = await queries.findOpenGrants(trx, membership.memberId, now);
  // A clock that ran ahead may have led to several grants. Keep the first.
  const own = until ? open.find(({ userId }) => userId === holder) : undefined;
  const ended = open.filter((grant) => grant !== own);
  for (const grant of ended) await endGrant(trx, grant, now);
  for (const userId of new Set(ended.map((grant) => grant.userId))) {
    if (userId !== holder || !own) await announce(deps, trx, userId);
  }
  if (!until || !holder) return holder;
  if (own) await renewGrant(trx, own, { until, now });
  else await beginGrant(deps, trx, { membershipId: membership.memberId, userId: holder, endsAt: until, now });
  return holder;
};

const endGrant = (trx: Trx, { id, startsAt }: queries.OpenGrant, now: Date): Promise<void> =>
  startsAt >= now ? queries.deleteGrant(trx, id) : queries.setGrantTimes(trx, id, { startsAt, endsAt: now });

const renewGrant = async (
  trx: Trx,
  { id, startsAt, endsAt }: queries.OpenGrant,
  { until, now }: { until: Date; now: Date },
): Promise<void> => {
  const begun = startsAt < now ? startsAt : now;
  if (begun === startsAt && !isOtherEnd(endsAt, until)) return;
  await queries.setGrantTimes(trx, id, { startsAt: begun, endsAt: until });
};

const beginGrant = async (
  deps: SettleDeps,
  trx: Trx,
  grant: { membershipId: string; userId: string; endsAt: Date; now: Date },
): Promise<void> => {
  const { membershipId, userId, now } = grant;
  const since = new Date(now.getTime() - PAUSE_MS);
  const goesOn = await queries.hadGrantSince(trx, { membershipId, userId, since });
  await queries.insertMembershipGrant(trx, grant);
  await announce(deps, trx, userId);
  if (goesOn) return;
  await writeActivity(trx, { type: 'PREMIUM_PURCHASE', userId, details: 'got Premium through Patreon', at: now });
  await tell(deps, trx, userId, { kind: 'membership-began' });
};
