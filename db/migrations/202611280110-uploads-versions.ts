import { type Kysely, sql } from 'kysely';

/**
 * Versions of assets (decision 0041). The current files stay with their resource. The files of other versions belong to rows of
 * `resources` with `version_of`, which can never be APPROVED, so nothing that shows public resources shows them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table resources
      -- The number of the version whose files the row has.
      add column version integer not null default 1 check (version > 0),
      add column version_of uuid references resources on delete cascade,
      -- When the files that people can download changed last. Null for resources from before this column.
      add column files_changed_at timestamptz;
    -- REPLACED: an earlier version of the resource.
    alter table resources drop constraint resources_status_check;
    alter table resources add constraint resources_status_check
      check (status in ('PENDING', 'APPROVED', 'REJECTED', 'REPLACED'));
    alter table resources add constraint resources_version_hidden
      check (case when version_of is null then status <> 'REPLACED' else status <> 'APPROVED' end);
    create index resources_version_of on resources (version_of) where version_of is not null;

    -- Resources without a second version have no row here.
    create table resource_versions (
      resource_id uuid not null references resources on delete cascade,
      number integer not null check (number > 0),
      -- The row of resources that has the files; for the current version, the resource itself.
      files_id uuid not null references resources on delete cascade,
      note text not null,
      created_at timestamptz not null,
      -- Null until the version is approved.
      published_at timestamptz,
      primary key (resource_id, number),
      -- Two rows swap their files when a version is approved.
      constraint resource_versions_files unique (files_id) deferrable
    );
    -- One new version at a time.
    create unique index resource_versions_open on resource_versions (resource_id) where published_at is null;
    -- People who downloaded an asset are notified of its new versions.
    create index downloads_resource_user on downloads (resource_id, user_id) where user_id is not null;
  `.execute(db);
}
