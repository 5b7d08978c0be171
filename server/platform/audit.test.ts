import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Database, openDatabase } from '#server/kit/db/db.ts';
import { createDatabase } from '#test/harness/postgres.ts';
import { writeActivity } from './activity.ts';
import { writeAudit } from './audit.ts';

let database: Database;
let owner: Database;
let drop: () => Promise<void>;
const at = new Date('2026-01-01T00:00:00Z');

beforeAll(async () => {
  const made = await createDatabase();
  drop = made.drop;
  database = openDatabase(made.connection);
  owner = openDatabase(made.ownerConnection);
});
afterAll(async () => {
  await database.close();
  await owner.close();
  await drop();
});

const addUser = (username: string) =>
  database.db
    .insertInto('users')
    .values({ username, email: `${username}@people.example` })
    .returning('id')
    .executeTakeFirstOrThrow();

it('writes an audit entry in the same transaction as the act, and it can be neither changed nor removed', async () => {
  const { id } = await addUser('ada-admin');
  const act = {
    at,
    actor: { id, name: 'ada-admin', address: '192.0.2.7' },
    action: 'user.change-role',
    subject: { kind: 'user', id: 'someone' },
    before: { role: 'USER' },
    after: { role: 'LEAKER' },
  };
  await writeAudit(database.db, act);
  const undone = database.db.transaction().execute(async (trx) => {
    await writeAudit(trx, { ...act, action: 'user.undone' });
    throw new Error('rolled back');
  });
  await expect(undone).rejects.toThrow('rolled back');
  const rows = () => database.db.selectFrom('audit_log').selectAll().execute();
  expect(await rows()).toMatchObject([
    {
      actor_name: 'ada-admin',
      action: 'user.change-role',
      before: { role: 'USER' },
      after: { role: 'LEAKER' },
      address: '192.0.2.7',
    },
  ]);
  for (const [{ db }, reason] of [
    [database, 'permission denied'],
    [owner, 'append-only'],
  ] as const) {
    await expect(db.updateTable('audit_log').set({ action: 'nothing' }).execute()).rejects.toThrow(reason);
    await expect(db.deleteFrom('audit_log').execute()).rejects.toThrow(reason);
  }
  await database.db.deleteFrom('users').where('id', '=', id).execute();
  expect(await rows()).toMatchObject([{ actor_id: null, actor_name: 'ada-admin', action: 'user.change-role' }]);
});

it('keeps activity after its user is deleted, and rejects unknown types', async () => {
  const { id } = await addUser('mia-member');
  await writeActivity(database.db, { type: 'DOWNLOAD', userId: id, details: 'A pack', at });
  await database.db.deleteFrom('users').where('id', '=', id).execute();
  const rows = await database.db.selectFrom('activity').selectAll().execute();
  expect(rows).toMatchObject([
    { type: 'DOWNLOAD', user_id: null, resource_id: null, details: 'A pack', demo: false, created_at: at },
  ]);
  const unknown = { type: 'GOSSIP' as 'LOGIN', userId: null, details: '', at };
  await expect(writeActivity(database.db, unknown)).rejects.toThrow('activity_type_check');
});
