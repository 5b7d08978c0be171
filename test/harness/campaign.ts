// A site with a campaign on the fake Patreon: the campaign's members, and the jobs that sync them.
import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import { startProviderFakes } from '#server/providers/oauth.fake.ts';
import type { FakeMember, FakeState } from '#server/providers/patreon-members.fake.ts';
import { siteJobs } from '#server/site-jobs.ts';
import { type Person, startTestApp, type TestApp } from './harness.ts';
import { startVisits } from './visits.ts';

type Waiting = { id: string; task: string; payload: unknown; runAt: Date };

/** Queued membership jobs, in queue order. */
const waitingJobs = async ({ ownerDb }: Pick<TestApp, 'ownerDb'>): Promise<Waiting[]> => {
  const { rows } = await sql<Waiting>`
    select j.id::text as id, t.identifier as task, j.payload, j.run_at as "runAt"
    from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    where t.identifier like 'campaign.%' order by j.id`.execute(ownerDb);
  return rows;
};

export async function startCampaign(env: Record<string, string> = {}) {
  const fakes = await startProviderFakes();
  const options = { env: { ...fakes.env, ...env } };
  const test = await startTestApp(options);
  const visits = startVisits(test.app, fakes);
  const { campaign, people } = fakes.patreon;
  const helpers = () => ({
    log: test.deps.log,
    signal: new AbortController().signal,
    attempt: 1,
    isLastAttempt: false,
  });

  // Runs a job like the queue would, in this or another process.
  const runJob = async (name: string, payload: unknown = {}, where: Pick<TestApp, 'deps'> = test): Promise<void> => {
    const job = siteJobs.find((one) => one.name === name);
    if (!job) throw new Error(`there is no job named ${name}`);
    await job.run(job.payload.parse(payload), where.deps, helpers());
  };

  return {
    ...test,
    fakes,
    campaign,
    visits,
    runJob,
    // Starts another process of the same site.
    startBeside: (changes: Record<string, string> = {}) =>
      startTestApp({ env: { ...options.env, ...changes }, beside: test }),
    // Adds a Patreon user with a membership in the given state, or without one if `state` is null. Returns their Patreon id.
    addPatron: (state: FakeState | null, changes: Partial<FakeMember> & { email?: string } = {}): string => {
      const { email, ...attributes } = changes;
      const subject = String(randomInt(100_000_000, 900_000_000));
      const name = `Patron ${subject}`;
      people.push({ subject, name, username: name, email: email ?? `${subject}@mailbox.example`, emailVerified: true });
      if (state) campaign.set(subject, state, attributes);
      return subject;
    },
    link: (person: Person, patron: string) => visits.go('patreon', { person: patron, headers: person.headers }),
    unlink: (person: Person) => test.call({ method: 'POST', url: '/api/auth/patreon/disconnect', payload: {} }, person),
    // Whether the user's next request will have the role PREMIUM.
    isPremium: async (person: Person): Promise<boolean> =>
      (await test.call({ method: 'GET', url: '/api/auth/me' }, person)).json().role === 'PREMIUM',
    grantsOf: (person: Person) =>
      test.db
        .selectFrom('grants')
        .select(['source', 'starts_at as startsAt', 'ends_at as endsAt'])
        .where('user_id', '=', person.id)
        .orderBy('starts_at')
        .execute(),
    waiting: () => waitingJobs(test),
    forgetJobs: async (): Promise<void> => {
      for (const { id } of await waitingJobs(test)) {
        await sql`delete from graphile_worker._private_jobs where id = ${id}::bigint`.execute(test.ownerDb);
      }
    },
    // Runs every queued membership job once, even if it is not due yet.
    runWaiting: async (): Promise<void> => {
      for (const { id, task, payload } of await waitingJobs(test)) {
        await sql`delete from graphile_worker._private_jobs where id = ${id}::bigint`.execute(test.ownerDb);
        await runJob(task, payload);
      }
    },
    stop: async (): Promise<void> => {
      await test.stop();
      await fakes.stop();
    },
  };
}

export type CampaignSite = Awaited<ReturnType<typeof startCampaign>>;
