// `npm run jobs -- list | retry WHICH... | drop WHICH...`: manages jobs that failed permanently after all retries. WHICH is an
// ID, a name or `all`.
import { openDatabase } from '#server/kit/db/db.ts';
import { deleteGivenUpJobs, listGivenUpJobs, retryGivenUpJobs } from '#server/kit/jobs/given-up-jobs.ts';
import { readInstallation, runOrSay, withInstallation } from './commands/installation.ts';

const USAGE =
  'Use npm run jobs -- list, npm run jobs -- retry WHICH, or npm run jobs -- drop WHICH (ids, names, or all)';

await runOrSay('The jobs were not changed', async () => {
  const [act = 'list', ...chosen] = process.argv.slice(2);
  if (!['list', 'retry', 'drop'].includes(act) || (act === 'list') !== (chosen.length === 0)) throw new Error(USAGE);
  await withInstallation(readInstallation(), async ({ site }) => {
    const { pool, close } = openDatabase(site, { max: 1 });
    try {
      if (act === 'list') {
        const jobs = await listGivenUpJobs(pool);
        for (const { id, job, tries, lastTry, error } of jobs)
          console.log(`${id}  ${job}  ${tries} attempts, the last at ${lastTry.toISOString()}\n    ${error}`);
        return console.log(`Jobs given up: ${jobs.length}`);
      }
      const count = act === 'retry' ? await retryGivenUpJobs(pool, chosen) : await deleteGivenUpJobs(pool, chosen);
      if (count === 0) throw new Error(`no given-up job matches ${chosen.join(' or ')}; see npm run jobs -- list`);
      console.log(act === 'retry' ? `Jobs to be retried now: ${count}` : `Jobs dropped: ${count}`);
    } finally {
      await close();
    }
  });
});
