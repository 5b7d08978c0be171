import type { Kysely } from 'kysely';
import type { DB } from '#db/types.ts';
import { Problem } from '#server/kit/http/problem.ts';
import { writeActivity } from '#server/platform/activity.ts';
import type { Deps } from '../../deps.ts';
import * as queries from './queries.ts';

/**
 * Applies to become a leaker. Who has not verified their address is refused with EMAIL_NOT_VERIFIED, but the wish is
 * kept: the choice made while signing up comes before any address can be verified, and must not be lost.
 * @throws Problem ALREADY_LEAKER, APPLICATION_PENDING, APPLICATIONS_CLOSED, EMAIL_NOT_VERIFIED
 */
export async function submitApplication(
  deps: Pick<Deps, 'db' | 'now' | 'settings'>,
  { userId }: { userId: string },
): Promise<queries.OwnApplicationRow> {
  const { leakerApplicationsEnabled } = await deps.settings.get();
  const now = deps.now();
  const sent = await deps.db.transaction().execute(async (trx) => {
    const person = await queries.lockForApplication(trx, userId);
    if (!person) throw new Problem('SIGN_IN_REQUIRED');
    if (person.role !== 'USER') throw new Problem('ALREADY_LEAKER');
    const last = await queries.findLastApplication(trx, userId);
    if (last?.status === 'PENDING') throw new Problem('APPLICATION_PENDING');
    if (!leakerApplicationsEnabled) throw new Problem('APPLICATIONS_CLOSED');
    if (person.emailVerifiedAt) {
      await queries.consumeWish(trx, userId);
      return send(trx, { userId, ...person }, now);
    }
    await queries.keepWish(trx, userId, now);
    return null;
  });
  if (!sent) throw new Problem('EMAIL_NOT_VERIFIED');
  return sent;
}

/** Applies for somebody who chose to when they signed up: they are signed in whatever becomes of it. */
export async function applyAsChosen(deps: Pick<Deps, 'db' | 'now' | 'settings'>, userId: string): Promise<void> {
  try {
    await submitApplication(deps, { userId });
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
  }
}

const send = async (trx: Kysely<DB>, person: { userId: string; username: string; demo: boolean }, now: Date) => {
  const application = await queries.insertApplication(trx, person.userId, now);
  if (!application) throw new Problem('APPLICATION_PENDING');
  await writeActivity(trx, {
    type: 'APPLICATION',
    userId: person.userId,
    details: `${person.username} applied to become a leaker`,
    at: now,
    demo: person.demo,
  });
  return application;
};

/**
 * Sends the application of somebody who wished for it before their address was verified. To be called in the transaction
 * that verifies the address; nothing happens without a wish, or when there is nothing left to apply for.
 */
export async function fulfilWish(trx: Kysely<DB>, userId: string, now: Date): Promise<void> {
  if (!(await queries.consumeWish(trx, userId))) return;
  const person = await queries.lockForApplication(trx, userId);
  if (person?.role !== 'USER') return;
  const last = await queries.findLastApplication(trx, userId);
  if (last?.status !== 'PENDING') await send(trx, { userId, ...person }, now);
}
