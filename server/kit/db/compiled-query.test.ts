import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDatabase } from '#test/harness/postgres.ts';
import { createCompiledQuery } from './compiled-query.ts';
import { type Database, openDatabase } from './db.ts';

let database: Database;
let drop: () => Promise<void>;

beforeAll(async () => {
  const made = await createDatabase();
  drop = made.drop;
  database = openDatabase(made.connection, { max: 2 });
  for (const name of ['ann', 'bob'])
    await database.db
      .insertInto('users')
      .values({ username: name, email: `${name}@people.example` })
      .execute();
});
afterAll(async () => {
  await database.close();
  await drop();
});

it('is built once and binds the values of each call, even concurrently', async () => {
  let built = 0;
  const find = createCompiledQuery((db, { name, at }: { name: string; at: Date }) => {
    built += 1;
    return db
      .selectFrom('users')
      .select(['username', sql<Date>`${at}::timestamptz`.as('at'), sql<string>`${name} || ${'!'}::text`.as('called')])
      .where('username', '=', name)
      .compile();
  });
  const [first, second] = [new Date('2026-01-02T03:04:05Z'), new Date('2026-05-06T07:08:09Z')];
  const found = await Promise.all([
    find(database.db, { name: 'ann', at: first }),
    find(database.db, { name: 'bob', at: second }),
    find(database.db, { name: 'nobody', at: second }),
  ]);
  expect(found).toEqual([
    [{ username: 'ann', at: first, called: 'ann!' }],
    [{ username: 'bob', at: second, called: 'bob!' }],
    [],
  ]);
  expect(built).toBe(1);
});

it('passes null on as null', async () => {
  const isNull = createCompiledQuery((db, { id }: { id: string | null }) =>
    sql<{ is: boolean }>`select ${id}::uuid is null as is`.compile(db),
  );
  expect(await isNull(database.db, { id: null })).toEqual([{ is: true }]);
  expect(await isNull(database.db, { id: '00000000-0000-4000-8000-000000000000' })).toEqual([{ is: false }]);
});

it('sees what its transaction wrote', async () => {
  const count = createCompiledQuery((db, { name }: { name: string }) =>
    db
      .selectFrom('users')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('username', '=', name)
      .compile(),
  );
  expect(await count(database.db, { name: 'eve' })).toEqual([{ count: 0 }]);
  await database.db.transaction().execute(async (trx) => {
    await trx.insertInto('users').values({ username: 'eve', email: 'eve@people.example' }).execute();
    expect(await count(trx, { name: 'eve' })).toEqual([{ count: 1 }]);
    expect(await count(database.db, { name: 'eve' })).toEqual([{ count: 0 }]);
  });
});

it('rejects builders that enumerate the values', async () => {
  const spread = createCompiledQuery((db, { name, ...rest }: { name: string; at: Date }) =>
    sql`select ${name}::text, ${JSON.stringify(rest)}::text`.compile(db),
  );
  await expect(spread(database.db, { name: 'ann', at: new Date() })).rejects.toThrow(TypeError);
});
