// `npm run demo:remove`: takes the demo's people, resources and activity out of the database, then their files.
// What real people made, files that theirs share with the demo, and the eight elements of the house, stay. A running server notices by itself.

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
  console.log(`The demo is gone: ${removed.resources} resources and ${removed.people} people.`);
  if (admins === 0) console.log('No administrator is left. Make one: npm run admin -- <email>');
});
