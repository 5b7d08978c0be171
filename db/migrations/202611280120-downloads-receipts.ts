import { type Kysely, sql } from 'kysely';

/** Receipts of downloads, and the licence texts that they refer to. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- Each text once, as it was when a download began. Rows are never changed.
    create table licence_texts (
      sha256 text primary key,
      body text not null
    );

    -- A receipt is issued once per person, day and content of a download.
    create table download_receipts (
      id uuid primary key,
      user_id uuid not null references users on delete cascade,
      resource_id uuid references resources on delete set null,
      -- The signed record, exactly as it was signed (contract/downloads/receipts.ts).
      record text not null,
      signature text not null,
      text_sha256 text references licence_texts,
      day date not null,
      -- What was downloaded: the target; and the entity tag of what was sent, the licence and the hash of its text.
      target text not null,
      content text not null,
      created_at timestamptz not null,
      unique (user_id, resource_id, day, target, content)
    );
    create index download_receipts_user on download_receipts (user_id, created_at desc, id desc);
    create index download_receipts_resource on download_receipts (resource_id);
    -- The part of a signature that names its key, for signing again with a new one.
    create index download_receipts_key on download_receipts (left(signature, 12), id);
  `.execute(db);
}
