// A separate process for the job queue tests: takes a job and hangs until it is killed.
// Usage: `node test/harness/job-child.ts <connection as JSON>`; prints `running <id>` for each job.

import { z } from 'zod';
import { openDatabase } from '#server/kit/db/db.ts';
import { defineJob, startJobs } from '#server/kit/jobs/jobs.ts';

const { pool } = openDatabase(JSON.parse(process.argv[2] ?? '{}'));
const hang = defineJob({
  name: 'test.outlive-crash',
  payload: z.object({ id: z.string() }),
  async run({ id }) {
    console.log(`running ${id}`);
    await new Promise(() => {});
  },
});
await startJobs({ pool, jobs: [hang], deps: {}, workers: 1, log: console });
