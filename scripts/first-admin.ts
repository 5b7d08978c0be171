// `npm run admin -- <email>`: makes an administrator, or gives an existing person the role and a new password.
import { z } from 'zod';
import { makeAdmin } from '#server/features/accounts/first-admin.ts';
import { runCommand } from './command.ts';

const asked = z.email().max(254).safeParse(process.argv[2]);
if (!asked.success || process.argv.length > 3) {
  console.error('Say whom to make an administrator: npm run admin -- <e-mail address>');
  process.exitCode = 1;
} else {
  await runCommand('No administrator was made', async ({ db }) => {
    const made = await makeAdmin({ db, now: () => new Date() }, asked.data);
    console.log(made.isNew ? 'A new administrator, shown only now:' : 'Made an administrator, shown only now:');
    console.log(`  e-mail    ${made.email}\n  password  ${made.password}`);
  });
}
