// `npm run admin -- <email>`: makes an administrator, or gives an existing person the role, and prints a link that sets a password.
import { z } from 'zod';
import { ADMIN_LINK_HOURS, makeAdmin } from '#server/operations/first-admin.ts';
import { runCommand } from './commands/command.ts';

const asked = z.email().max(254).safeParse(process.argv[2]);
if (!asked.success || process.argv.length > 3) {
  console.error('Say whom to make an administrator: npm run admin -- <e-mail address>');
  process.exitCode = 1;
} else {
  await runCommand('No administrator was made', async ({ db, config }) => {
    const publicUrl = () => config.publicUrl ?? `http://localhost:${config.port ?? ''}`;
    const made = await makeAdmin({ db, now: () => new Date(), publicUrl }, asked.data);
    console.log(made.isNew ? `A new administrator: ${made.email}` : `An administrator now: ${made.email}`);
    console.log(`Set the password with this link, once, within ${ADMIN_LINK_HOURS} hours:\n  ${made.link}`);
  });
}
