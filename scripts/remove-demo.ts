// `npm run demo:remove`: deletes the demo's users, resources and activity from the database, then their files. Keeps real users'
// content, files that this content shares with the demo, and the eight built-in elements. A running server picks up the change.

import { deleteDemo, findDemoKeys, findUnusedKeys, lockDemoContent } from '#demo/seed/queries.ts';
import { announce } from '#server/kit/db/bus.ts';
import { withoutTimeouts } from '#server/kit/db/db.ts';
import { countAdmins } from '#server/operations/doctor/queries.ts';
import { runCommand } from './commands/command.ts';

await runCommand('The demo was not removed', async ({ db, storage }) => {
  const { unused, ...removed } = await withoutTimeouts(db, (own) =>
    own.transaction().execute(async (trx) => {
      await lockDemoContent(trx);
      const keys = await findDemoKeys(trx);
      const counts = await deleteDemo(trx);
      await announce(trx, 'resources', 'all');
      await announce(trx, 'settings', 'site');
      return { ...counts, unused: await findUnusedKeys(trx, keys) };
    }),
  );
  await Promise.all(unused.map((key) => storage.delete(key)));
  const { admins } = await countAdmins(db);
  console.log(`The demo was removed: ${removed.resources} resources and ${removed.people} users.`);
  if (admins === 0) console.log('There is no administrator left. Create one: npm run admin -- <email>');
});
