import { type Kysely, sql } from 'kysely';

// What ranks a hit stands beside it, so that the first 500 hits are ranked without reading their resources, which are
// spread over more than a gigabyte: the words of title, editor (A) and author (B), those that stand in the tags alone
// (D), and the whole name of the editor after a '='.
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function search_places(terms tsvector, editor text) returns tsvector language sql immutable parallel safe
      return ts_filter(terms, '{a,b}')
        || ts_filter(ts_delete(terms, tsvector_to_array(ts_filter(terms, '{a,b,c}'))), '{d}')
        || array_to_tsvector(array['=' || left(search_phrase(editor), 200)])`.execute(db);
  await sql`alter table search_entries add column places tsvector not null default ''`.execute(db);
  // It stays in the row, when the terms are moved out.
  await sql`alter table search_entries alter column places set storage main`.execute(db);
  await sql`alter table search_entries set (toast_tuple_target = 400)`.execute(db);
  await sql`drop index facet_counts_editor`.execute(db);
  await makeRecount(db);
  await makeTrigger(db);
  await sql`select resources_recount()`.execute(db);
}

async function makeRecount(db: Kysely<unknown>): Promise<void> {
  await sql`
    create or replace function resources_recount() returns void language plpgsql as $$
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
      insert into search_entries (id, created_at, terms, places)
      select id, created_at, strip(terms), search_places(terms, editor) from resources
      where status = 'APPROVED' and hidden_at is null and deleted_at is null order by created_at, id;
      create index search_entries_terms on search_entries using gin (terms) with (fastupdate = off);
    end $$`.execute(db);
}

// Words may change their places without a change of the terms' names, so all of the terms are compared.
async function makeTrigger(db: Kysely<unknown>): Promise<void> {
  await sql`
    create or replace function resources_enter() returns trigger language plpgsql as $$
    declare
      was boolean := tg_op <> 'INSERT' and old.status = 'APPROVED' and old.hidden_at is null and old.deleted_at is null;
      is_now boolean := tg_op <> 'DELETE' and new.status = 'APPROVED' and new.hidden_at is null and new.deleted_at is null;
    begin
      if was and is_now and old.terms = new.terms and old.created_at = new.created_at and old.editor = new.editor then
        return null;
      end if;
      if was then delete from search_entries where id = old.id; end if;
      if is_now then
        insert into search_entries (id, created_at, terms, places)
        values (new.id, new.created_at, strip(new.terms), search_places(new.terms, new.editor));
      end if;
      return null;
    end $$`.execute(db);
}
