import type { Kysely } from 'kysely';
import type { DB } from '#db/types.ts';
import { Problem } from '#server/kit/http/problem.ts';
import { writeActivity } from '#server/platform/activity.ts';
import type { Deps } from '../../deps.ts';
import * as queries from './queries.ts';

/**
 * Applies to become a leaker. If the email is not verified, fails with EMAIL_NOT_VERIFIED but remembers the application, because
 * users can choose to apply while signing up, before they can verify their email.
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

/** Submits the application of a user who chose to apply while signing up. If it is refused, the sign-up still succeeds. */
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
 * Submits the application of a user who applied before verifying their email. Call in the transaction that verifies the email.
 * Does nothing if no application is waiting or the user no longer needs to apply.
 */
export async function fulfilWish(trx: Kysely<DB>, userId: string, now: Date): Promise<void> {
  if (!(await queries.consumeWish(trx, userId))) return;
  const person = await queries.lockForApplication(trx, userId);
  if (person?.role !== 'USER') return;
  const last = await queries.findLastApplication(trx, userId);
  if (last?.status !== 'PENDING') await send(trx, { userId, ...person }, now);
}
