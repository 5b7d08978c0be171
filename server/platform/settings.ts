// Site settings: typed, with defaults, and cached in memory until one of them changes.
import { isDeepStrictEqual } from 'node:util';
import { type Kysely, sql } from 'kysely';
import { z } from 'zod';
import { type SettingsChange, settingFields, settingsChange } from '#contract/admin/settings.ts';
import type { DB } from '#db/types.ts';
import type { Bus } from '#server/kit/db/bus.ts';
import type { Logger } from '#server/kit/ops/logger.ts';
import { type AuditActor, writeAudit } from './audit.ts';

const settingsSchema = z.object(settingFields);
export type SiteSettings = z.infer<typeof settingsSchema>;

export type { SettingsChange };

const TOPIC = 'settings';

const readStored = async (db: Kysely<DB>, log: Logger): Promise<SiteSettings> => {
  const rows = await db.selectFrom('settings').select(['key', 'value']).execute();
  const stored = new Map(rows.map((row) => [row.key, row.value]));
  const usable: Record<string, unknown> = {};
  for (const [key, field] of Object.entries(settingFields)) {
    const parsed = field.safeParse(stored.get(key));
    if (parsed.success) usable[key] = parsed.data;
    else log.error({ setting: key }, 'a stored setting is invalid; using its default');
  }
  return settingsSchema.parse(usable);
};

/**
 * Opens the settings. Every process caches them until the bus announces a change. `put` runs in the caller's transaction, writes
 * the audit entry, and throws ZodError for invalid values.
 */
export function createSettings({ db, bus, log }: { db: Kysely<DB>; bus: Bus; log: Logger }) {
  let known: Promise<SiteSettings> | null = null;
  let read: SiteSettings | null = null;
  let readings = 0;
  let newest: { number: number; settings: SiteSettings } | null = null;
  const drop = (): void => {
    known = null;
    read = null;
  };
  bus.subscribe(TOPIC, drop);
  bus.onReset(drop);

  const get = (): Promise<SiteSettings> => {
    if (known) return known;
    const number = ++readings;
    const reading = readStored(db, log)
      .then((settings) => {
        if (number > (newest?.number ?? 0)) newest = { number, settings };
        // If the cache was dropped during this read, these values may be outdated, so they are not cached.
        if (known === reading) read = settings;
        return settings;
      })
      .catch((error: unknown) => {
        if (known === reading) drop();
        throw error;
      });
    known = reading;
    return reading;
  };

  return {
    get,
    // Returns the cached settings without waiting, for code that runs on every request; null if they have to be read first.
    peek: (): SiteSettings | null => read,
    // Returns the settings from the last read, even if they are outdated; null before the first read. If a setting changes during
    // a request, the rest of the request must not fall back to defaults.
    last: (): SiteSettings | null => newest?.settings ?? null,
    // Call this after committing a change, so that the next read goes to the database without waiting for the bus.
    forget: drop,
    // Writes the settings that differ from the stored ones, with one audit entry for the values before and after.
    async put(
      trx: Kysely<DB>,
      changes: SettingsChange,
      actor: AuditActor & { at: Date },
      // Called with the old settings if anything changed.
      replaced: (was: SiteSettings) => Promise<void> = async () => {},
    ): Promise<void> {
      const parsed = settingsChange.parse(changes);
      if (Object.values(parsed).every((value) => value === undefined)) return;
      // Serialises changes, so that each one is logged with the values that it actually replaced. Readers are not blocked.
      await sql`lock table settings in share row exclusive mode`.execute(trx);
      const stored = await readStored(trx, log);
      const was: Record<string, unknown> = stored;
      const entries = Object.entries(parsed).filter(
        ([key, value]) => value !== undefined && !isDeepStrictEqual(was[key], value),
      );
      if (entries.length === 0) return;
      await trx
        .insertInto('settings')
        .values(
          entries.map(([key, value]) => ({
            key,
            value: JSON.stringify(value),
            updated_at: actor.at,
            updated_by: actor.id,
          })),
        )
        .onConflict((conflict) =>
          conflict.column('key').doUpdateSet({
            value: sql`excluded.value`,
            updated_at: actor.at,
            updated_by: actor.id,
          }),
        )
        .execute();
      await writeAudit(trx, {
        at: actor.at,
        actor,
        action: 'settings.change',
        subject: { kind: 'settings', id: 'site' },
        before: Object.fromEntries(entries.map(([key]) => [key, was[key]])),
        after: Object.fromEntries(entries),
        address: actor.address ?? null,
      });
      await replaced(stored);
      await bus.publish(trx, TOPIC, 'site');
    },
  };
}

export type Settings = ReturnType<typeof createSettings>;
