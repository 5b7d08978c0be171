import { type Kysely, sql } from 'kysely';

// The index of terms gets a narrow table of its own, one row for each visible resource. A search reads a heap row for
// each hit, and these are 110 bytes where a resource's are 1200: a million of them stay in memory. And no like, view or
// download touches the index any more.
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop index resources_found`.execute(db);
  // PostgreSQL moves a long column out of a row only when the row is longer than 2 kB: the spaces make it so, and then
  // take some bytes themselves. A hit is decided in the index; the moved terms are read by none.
  await sql`
    create table search_entries (
      id uuid primary key,
      created_at timestamptz not null,
      terms tsvector not null,
      spaces text not null default repeat(' ', 2100)
    ) with (toast_tuple_target = 128)`.execute(db);
  await sql`alter table search_entries alter column terms set storage external`.execute(db);
  await makeRecount(db);
  await makeTrigger(db);
  await sql`select resources_recount()`.execute(db);
}

// A pending list would be read by every search until the next vacuum, so there is none.
async function makeRecount(db: Kysely<unknown>): Promise<void> {
  await sql`drop function resources_recount()`.execute(db);
  await sql`
    create function resources_recount() returns void language plpgsql as $$
    begin
      delete from facet_counts;
      insert into facet_counts (kind, value, count)
      select f.kind, f.value, count(*) from resources r, resource_facets(r) f
      where r.status = 'APPROVED' and r.hidden_at is null and r.deleted_at is null group by 1, 2;
      delete from search_words;
      insert into search_words (word, count)
      select word, count(*) from resources r, resource_words(r.terms) word
      where r.status = 'APPROVED' and r.hidden_at is null and r.deleted_at is null group by 1;
      drop index if exists search_entries_terms;
      truncate search_entries;
      insert into search_entries (id, created_at, terms)
      select id, created_at, strip(terms) from resources
      where status = 'APPROVED' and hidden_at is null and deleted_at is null order by created_at, id;
      create index search_entries_terms on search_entries using gin (terms) with (fastupdate = off);
    end $$`.execute(db);
}

async function makeTrigger(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function resources_enter() returns trigger language plpgsql as $$
    declare
      was boolean := tg_op <> 'INSERT' and old.status = 'APPROVED' and old.hidden_at is null and old.deleted_at is null;
      is_now boolean := tg_op <> 'DELETE' and new.status = 'APPROVED' and new.hidden_at is null and new.deleted_at is null;
    begin
      if was and is_now and old.terms = new.terms and old.created_at = new.created_at then return null; end if;
      if was then delete from search_entries where id = old.id; end if;
      if is_now then
        insert into search_entries (id, created_at, terms) values (new.id, new.created_at, strip(new.terms));
      end if;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger resources_enter after insert or delete or update of status, hidden_at, deleted_at,
      title, editor, description, tags, author_id, category, type, licence, facts, created_at on resources
    for each row execute function resources_enter()`.execute(db);
}
