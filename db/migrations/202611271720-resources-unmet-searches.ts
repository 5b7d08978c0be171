import { type Kysely, sql } from 'kysely';

/** Searches that found nothing, counted by people for the demand radar of leakers. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table unmet_searches (
      -- Lower case, without punctuation.
      words text not null,
      -- Keyed hash of these words and a person's account or network. The same person has another one in each search, so that
      -- nobody's searches can be put together.
      person text not null,
      -- Names the key of the hash. People can't be compared across keys, so they aren't counted together.
      hash_key text not null,
      -- The filters of the search, in lower case; '' without.
      editor text not null,
      type text not null,
      searched_on date not null,
      primary key (words, person)
    );
    create index unmet_searches_age on unmet_searches (searched_on);
    -- The votes of the last weeks, which the radar counts too.
    create index request_votes_age on request_votes (created_at);
  `.execute(db);
}
