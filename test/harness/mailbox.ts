// Emails that the site has sent to users, and the jobs that send them.
import { Logger, runOnce } from 'graphile-worker';
import { openBody } from '#server/platform/mail.ts';
import { siteJobs } from '#server/site-jobs.ts';
import type { TestApp } from './harness.ts';

const silent = new Logger(() => () => {});

/** Runs every queued job, like the site's worker. @throws if a job fails */
export async function runJobs(test: TestApp): Promise<void> {
  const failures: unknown[] = [];
  const { log } = test.deps;
  const taskList = Object.fromEntries(
    siteJobs.map((job) => [
      job.name,
      async (payload: unknown) => {
        const helpers = { log, signal: new AbortController().signal, attempt: 1, isLastAttempt: false };
        await job.run(job.payload.parse(payload), test.deps, helpers).catch((error: unknown) => failures.push(error));
      },
    ]),
  );
  await runOnce({ pgPool: test.deps.pool, noHandleSignals: true, logger: silent, taskList });
  if (failures.length > 0) throw failures[0];
}

export type SentMail = { subject: string; text: string; html: string };

/** All emails, oldest first, whether sent or still queued. */
export async function allMails(test: TestApp): Promise<(SentMail & { to: string })[]> {
  const rows = await test.db.selectFrom('mail_outbox').selectAll().orderBy('created_at').orderBy('id').execute();
  return rows.map((row) => {
    const { text, html } = test.sent.get(row.id) ?? openBody(test.deps, row);
    return { to: row.to_address, subject: row.subject, text, html };
  });
}

/** All emails to an address, oldest first, whether sent or still queued. */
export async function mailsTo(test: TestApp, email: string): Promise<SentMail[]> {
  return (await allMails(test)).filter(({ to }) => to === email).map(({ to: _, ...mail }) => mail);
}

/** The token from a link in an email. */
export function tokenIn(mail: SentMail | undefined): string {
  const token = /#token=([A-Za-z0-9_-]{43})$/m.exec(mail?.text ?? '')?.[1];
  if (!token) throw new Error(`no link in ${mail?.subject ?? 'no mail'}`);
  return token;
}
