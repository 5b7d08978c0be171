import { z } from 'zod';
import { defineJob } from '#server/kit/jobs/jobs.ts';
import type { Deps } from '../../deps.ts';
import { sendNotice } from './events.ts';
import { issueLink } from './links.ts';
import { deleteExpired, findByEmail } from './queries.ts';

/** Deletes expired sessions, links and tokens once a day. */
export const purgeAccountLeftovers = defineJob({
  name: 'accounts.sweep-sessions',
  payload: z.strictObject({}),
  cron: '23 3 * * *',
  run: (_payload, { db, now }: Pick<Deps, 'db' | 'now'>) => deleteExpired(db, now()),
});

/**
 * Sends a password reset link to an address if it has an account. This is a job so that the request does the same work for every
 * address. If the job runs again, it sends another link; only the newest link is valid.
 */
export const sendResetLink = defineJob({
  name: 'accounts.send-reset-link',
  payload: z.strictObject({ email: z.string() }),
  run: async ({ email }, deps: Pick<Deps, 'db' | 'now' | 'settings' | 'publicUrl' | 'secret'>) => {
    const person = await findByEmail(deps.db, email);
    if (!person) return;
    await deps.db.transaction().execute(async (trx) => {
      const link = await issueLink(deps, trx, { purpose: 'reset-password', userId: person.id, email });
      await sendNotice(deps, trx, { email, name: person.username }, { kind: 'reset-password', link });
    });
  },
});
