// `npm run demo:remove`: takes the demo's people, resources and activity out of the database, then their files.
// What real people made, and the eight elements of the house, stay. A running server notices by itself.
import { announce } from '#server/kit/bus.ts';
import { withoutTimeouts } from '#server/kit/db.ts';
import { deleteDemo, findDemoKeys } from '#starter/queries.ts';
import { runCommand } from './command.ts';

await runCommand('The demo was not removed', async ({ db, storage }) => {
  const keys = await findDemoKeys(db);
  const removed = await withoutTimeouts(db, (own) =>
    own.transaction().execute(async (trx) => {
      const counts = await deleteDemo(trx);
      await announce(trx, 'resources', 'all');
      return counts;
    }),
  );
  await Promise.all(keys.map((key) => storage.delete(key)));
  console.log(`The demo is gone: ${removed.resources} resources and ${removed.people} people.`);
});
