import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDatabase } from '#test/harness/postgres.ts';
import { type Database, openDatabase } from './db.ts';
import { createStatementNames, KEEPS_ITS_PLAN, PLANNED_EACH_TIME } from './prepared-statements.ts';

let database: Database;
let drop: () => Promise<void>;

beforeAll(async () => {
  const made = await createDatabase();
  drop = made.drop;
  database = openDatabase(made.connection, { max: 1 });
});
afterAll(async () => {
  await database.close();
  await drop();
});

it('names a read from its third use on, consistently, and nothing else', () => {
  const nameOf = createStatementNames();
  const text = 'select 1 from users';
  const [first, second, third, fourth] = [nameOf(text), nameOf(text), nameOf(text), nameOf(text)];
  expect([first, second]).toEqual([null, null]);
  expect(third).toMatch(/^k_[0-9a-f]{24}$/);
  expect(fourth).toBe(third);
  for (let use = 0; use < 5; use += 1) {
    expect(nameOf('update users set bio = $1')).toBeNull();
    expect(nameOf(`select ${'x'.repeat(9000)}`)).toBeNull();
  }
});

it('does not name a read that is planned by its values', () => {
  const nameOf = createStatementNames();
  const { db } = database;
  const { sql: text } = db.selectFrom('users').select('id').modifyFront(PLANNED_EACH_TIME).compile();
  for (let use = 0; use < 5; use += 1) expect(nameOf(text)).toBeNull();
});

it('names a write that is marked for it', () => {
  const nameOf = createStatementNames();
  const { db } = database;
  const { sql: text } = sql`${KEEPS_ITS_PLAN} update users set bio = ${'a'} where id = ${'b'}`.compile(db);
  expect([nameOf(text), nameOf(text)]).toEqual([null, null]);
  expect(nameOf(text)).toMatch(/^k_[0-9a-f]{24}$/);
});

it('stops at 200 names', () => {
  const nameOf = createStatementNames();
  for (let index = 0; index < 250; index += 1) for (let use = 0; use < 3; use += 1) nameOf(`select ${index}`);
  expect(nameOf('select 199')).not.toBeNull();
  expect(nameOf('select 249')).toBeNull();
});

it('keeps a plan in the connection and still uses the values of each call', async () => {
  const { db, pool } = database;
  for (let index = 0; index < 6; index += 1) {
    const name = `person-${index}`;
    await db
      .insertInto('users')
      .values({ username: name, email: `${name}@people.example` })
      .execute();
    const found = await db.selectFrom('users').select('email').where('username', '=', name).executeTakeFirst();
    expect(found?.email).toBe(`${name}@people.example`);
  }
  const { rows } = await pool.query("select statement from pg_prepared_statements where name like 'k\\_%'");
  expect(rows).toEqual([{ statement: 'select "email" from "users" where "username" = $1' }]);
});

it('works inside a transaction that rolls back', async () => {
  const { db } = database;
  const count = () =>
    db
      .selectFrom('users')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow();
  const before = await count();
  await expect(
    db.transaction().execute(async (trx) => {
      await trx.insertInto('users').values({ username: 'nobody-stays', email: 'x@people.example' }).execute();
      throw new Error('changed my mind');
    }),
  ).rejects.toThrow('changed my mind');
  expect(await count()).toEqual(before);
});
