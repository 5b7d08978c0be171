// Seeds an empty, migrated database with a catalogue of any size. Rows are inserted in bulk while triggers are disabled and
// indexes are dropped; both are restored at the end.
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { DB } from '#db/types.ts';
import { AUTHORS, authorIdOf, authorNameOf, makeRow } from './catalogue-rows.ts';
import { type CatalogueCounts, createCounts, derivedOf } from './catalogue-terms.ts';

const ROWS_A_STATEMENT = 2000;
const WRITERS = 2;
const COMPARED_ROWS = 1000;
/** Only catalogues of up to this size, such as that of bench/pages.ts, are compared with the triggers' results. */
const MOST_COMPARED = 100_000;
const NOT_AS_BY_TRIGGERS = 'a row written in bulk differs from what the triggers produce';

/** Writes rows first..last of a catalogue of the given size. If triggers are enabled, they recompute the two derived columns. */
const writeRows = async (
  db: Kysely<DB>,
  { first, last, rows, counts }: { first: number; last: number; rows: number; counts: CatalogueCounts },
): Promise<void> => {
  const batch = Array.from({ length: last - first + 1 }, (_, index) => {
    const row = makeRow(first + index, rows);
    counts.add(row);
    return { ...row, ...derivedOf(row) };
  });
  await sql`
    insert into resources (id, author_id, title, description, category, editor, type, tags, licence, facts, status,
      hidden_at, downloads, likes, views, trend, created_at, updated_at, facets, terms)
    select id, author_id, title, description, category, editor, type, tags, licence, facts, status, hidden_at,
      downloads, likes, views, trend, created_at, created_at, facets, terms::tsvector
    from jsonb_to_recordset(${JSON.stringify(batch)}::jsonb) as given (id uuid, author_id uuid, title text,
      description text, category text, editor text, type text, tags text[], licence text, facts jsonb, status text,
      hidden_at timestamptz, downloads int, likes int, views int, trend int, created_at timestamptz, facets text[],
      terms text)`.execute(db);
};

const writeAuthors = (db: Kysely<DB>) => {
  const people = Array.from({ length: AUTHORS }, (_, index) => index + 1);
  return sql`
    insert into users (id, username, email, role, verified)
    select id::uuid, name, name || '@people.example', 'LEAKER', true
    from unnest(${people.map(authorIdOf)}::text[], ${people.map(authorNameOf)}::text[]) as given (id, name)`.execute(
    db,
  );
};

const writeCounts = async (db: Kysely<DB>, counts: CatalogueCounts): Promise<void> => {
  const facets = [...counts.facets].map(([key, count]) => [...(JSON.parse(key) as [string, string]), count] as const);
  await sql`
    insert into facet_counts (kind, value, count)
    select * from unnest(${facets.map(([kind]) => kind)}::text[], ${facets.map(([, value]) => value)}::text[],
      ${facets.map(([, , count]) => count)}::int[])`.execute(db);
  await sql`
    insert into search_words (word, count)
    select * from unnest(${[...counts.words.keys()]}::text[], ${[...counts.words.values()]}::int[])`.execute(db);
  await sql`
    update users set uploads_count = given.count
    from unnest(${[...counts.uploads.keys()]}::uuid[], ${[...counts.uploads.values()]}::int[]) as given (id, count)
    where users.id = given.id`.execute(db);
};

/** Creates a search entry for each visible resource, oldest first, as the trigger function resources_enter does. */
const writeEntries = (db: Kysely<DB>) =>
  sql`
    insert into search_entries (id, created_at, terms, places)
    select id, created_at, strip(terms), search_places(terms, editor) from resources
    where status = 'APPROVED' and hidden_at is null and deleted_at is null order by created_at, id`.execute(db);

/** Returns all derived data as one string, for comparison. */
const readDerived = async (db: Kysely<DB>): Promise<string> => {
  const parts = await Promise.all([
    sql`select id, facets, terms::text from resources order by id`.execute(db),
    sql`select kind, value, count from facet_counts where count > 0 order by kind, value`.execute(db),
    sql`select word, count from search_words order by word`.execute(db),
    sql`select id, created_at, terms::text, places::text from search_entries order by id`.execute(db),
    sql`select id, uploads_count from users where uploads_count > 0 order by id`.execute(db),
  ]);
  return parts.map(({ rows }) => rows.map((row) => JSON.stringify(row)).join('\n')).join('\n');
};

/** Fails unless a sample written in bulk matches what the triggers produce. Rolls back all changes. */
const compareWithTriggers = async (db: Kysely<DB>, rows: number): Promise<void> => {
  const sample = { first: 1, last: Math.min(COMPARED_ROWS, rows), rows };
  const undo = new Error('rolled back on purpose');
  const readAfter = async (write: (trx: Kysely<DB>) => Promise<void>): Promise<string> => {
    let derived = '';
    await db
      .transaction()
      .execute(async (trx) => {
        await write(trx);
        derived = await readDerived(trx);
        throw undo;
      })
      .catch((error: unknown) => {
        if (error !== undo) throw error;
      });
    return derived;
  };
  const byTriggers = await readAfter((trx) => writeRows(trx, { ...sample, counts: createCounts() }));
  const inBulk = await readAfter(async (trx) => {
    const counts = createCounts();
    await sql`alter table resources disable trigger user`.execute(trx);
    await writeRows(trx, { ...sample, counts });
    await writeCounts(trx, counts);
    await writeEntries(trx);
  });
  if (byTriggers === inBulk) return;
  const expected = new Set(byTriggers.split('\n'));
  const stray = inBulk.split('\n').find((line) => !expected.has(line));
  throw new Error(`${NOT_AS_BY_TRIGGERS}: ${stray}`);
};

/** Writes the catalogue and returns the seconds it took. */
export async function fillCatalogue(db: Kysely<DB>, rows: number): Promise<number> {
  const begun = performance.now();
  await writeAuthors(db);
  if (rows <= MOST_COMPARED) await compareWithTriggers(db, rows);
  await sql`alter table resources disable trigger user`.execute(db);
  const { rows: indexes } = await sql<{ name: string; definition: string }>`
    select indexname as name, indexdef as definition from pg_indexes
    where tablename in ('resources', 'search_entries') and indexname not in (select conname from pg_constraint)`.execute(
    db,
  );
  for (const { name } of indexes) await sql`drop index ${sql.id(name)}`.execute(db);
  const counts = createCounts();
  let next = 1;
  const write = async (): Promise<void> => {
    while (next <= rows) {
      const first = next;
      next += ROWS_A_STATEMENT;
      await writeRows(db, { first, last: Math.min(next - 1, rows), rows, counts });
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, write));
  await writeCounts(db, counts);
  await writeEntries(db);
  await sql`alter table resources enable trigger user`.execute(db);
  await db.connection().execute(async (connection) => {
    await sql`set maintenance_work_mem = '1GB'`.execute(connection);
    for (const { definition } of indexes) await sql.raw(definition).execute(connection);
    await sql`vacuum (analyze, freeze)`.execute(connection);
  });
  return (performance.now() - begun) / 1000;
}
