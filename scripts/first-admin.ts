// `npm run admin -- <email>`: creates an administrator or promotes an existing user, and prints a link to set a password.
import { z } from 'zod';
import { ADMIN_LINK_HOURS, makeAdmin } from '#server/operations/first-admin.ts';
import { runCommand } from './commands/command.ts';

const asked = z.email().max(254).safeParse(process.argv[2]);
if (!asked.success || process.argv.length > 3) {
  console.error('Usage: npm run admin -- <email>');
  process.exitCode = 1;
} else {
  await runCommand('No administrator was created', async ({ db, config }) => {
    const publicUrl = () => config.publicUrl ?? `http://localhost:${config.port ?? ''}`;
    const made = await makeAdmin({ db, now: () => new Date(), publicUrl }, asked.data);
    console.log(made.isNew ? `Administrator created: ${made.email}` : `Now an administrator: ${made.email}`);
    console.log(`Set the password with this link. It works once, within ${ADMIN_LINK_HOURS} hours:\n  ${made.link}`);
  });
}
