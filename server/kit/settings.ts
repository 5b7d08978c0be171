// The site settings: typed, each with its default, kept in memory until somebody changes one.
import { type Kysely, sql } from 'kysely';
import { z } from 'zod';
import { AD_COUNTDOWN_SECONDS, CATEGORIES_MAX, CATEGORY_MAX_CHARACTERS, UPLOAD_CATEGORIES } from '#contract/limits.ts';
import type { DB } from '#db/types.ts';
import { type AuditActor, writeAudit } from './audit.ts';
import type { Bus } from './bus.ts';
import type { Log } from './kept-connection.ts';

const address = z
  .url({ protocol: /^https?$/ })
  .max(500)
  .nullable();
const line = (max: number) => z.string().trim().min(1).max(max);

/** Every setting with its default (specification, section 9; product.md AD rows; house rules for those added). */
const fields = {
  siteName: line(80).default('Helix Resource Platform'),
  siteDescription: line(300).default('Your trusted source for secure file sharing'),
  maintenanceMode: z.boolean().default(false),
  registrationEnabled: z.boolean().default(true),
  /** Gigabytes a file may have. */
  maxUploadSize: z.number().positive().max(1000).default(15),
  /** Gigabytes a leaker may keep. */
  defaultUserQuota: z.number().positive().max(100_000).default(50),
  leakerApplicationsEnabled: z.boolean().default(true),
  /** Whether administrators must have two-factor sign-in before they may administer (product.md ID-9). */
  adminTwoFactorRequired: z.boolean().default(false),
  defaultRole: z.enum(['USER', 'PREMIUM']).default('USER'),
  /** Megabytes of an upload that arrives as one form; larger files use the resumable way. */
  multipartLimitMb: z.int().min(1).max(1000).default(100),
  cdnUrl: z.union([z.literal(''), z.url({ protocol: /^https?$/ }).max(500)]).default(''),
  chatInviteUrl: address.default(null),
  membershipUrl: address.default(null),
  supportContact: z.string().trim().min(3).max(254).nullable().default(null),
  adCountdownSeconds: z.int().min(0).max(60).default(AD_COUNTDOWN_SECONDS),
  /** What the ad page shows while the product advertises itself (product.md DL-4). */
  houseAdTitle: line(80).default('Downloads without the wait'),
  houseAdText: line(300).default('Premium members skip this page and have every premium resource.'),
  /** What an upload can be put under (product.md, "category"). */
  uploadCategories: z
    .array(line(CATEGORY_MAX_CHARACTERS))
    .min(1)
    .max(CATEGORIES_MAX)
    .default([...UPLOAD_CATEGORIES]),
  /** How long sessions live: the specified times are the most (product.md ID-2). */
  sessionIdleDays: z.int().min(1).max(30).default(30),
  sessionMaxDays: z.int().min(1).max(90).default(90),
  adminSessionIdleHours: z.int().min(1).max(24).default(24),
  adminSessionMaxDays: z.int().min(1).max(7).default(7),
  /** `#rrggbb`; null for the site's own. */
  accentColor: z
    .string()
    .regex(/^#[0-9a-f]{6}$/)
    .nullable()
    .default(null),
  /** Storage key of the site's own logo; null for Helix's. */
  logoKey: z.string().max(200).nullable().default(null),
  /** Dollars (specification, section 9). */
  monthlyPrice: z.number().positive().max(10_000).default(5),
  yearlyPrice: z.number().positive().max(100_000).default(48),
  yearlyListPrice: z.number().positive().max(100_000).default(60),
  /** What Premium brings, in the specification's order (section 1). */
  premiumBenefits: z
    .array(line(120))
    .max(20)
    .default([
      'Chat role and channels',
      'Premium resource access',
      'Instant access',
      'Ad-free browsing',
      'A bypass chat command',
      'Priority support',
      'Higher giveaway chances',
      'Higher priority for requests',
    ]),
  /** Tiers at Patreon that bring Premium; without any, each does. */
  patreonTiers: z
    .array(z.strictObject({ id: z.string().regex(/^[\w-]{1,40}$/), name: line(80) }))
    .max(20)
    .default([]),
  /** What real people said of Premium, entered by an administrator. */
  testimonials: z
    .array(z.strictObject({ name: line(60), about: line(80), text: line(400) }))
    .max(12)
    .default([]),
};

const settingsSchema = z.object(fields);
export type SiteSettings = z.infer<typeof settingsSchema>;

/** A change of some settings, as an administrator sends it. */
export const settingsChange = z.strictObject(
  Object.fromEntries(Object.entries(fields).map(([key, field]) => [key, field.unwrap().optional()])) as {
    [Key in keyof typeof fields]: z.ZodOptional<ReturnType<(typeof fields)[Key]['unwrap']>>;
  },
);
export type SettingsChange = z.infer<typeof settingsChange>;

const TOPIC = 'settings';

const readStored = async (db: Kysely<DB>, log: Log): Promise<SiteSettings> => {
  const rows = await db.selectFrom('settings').select(['key', 'value']).execute();
  const stored = new Map(rows.map((row) => [row.key, row.value]));
  const usable: Record<string, unknown> = {};
  for (const [key, field] of Object.entries(fields)) {
    const parsed = field.safeParse(stored.get(key));
    if (parsed.success) usable[key] = parsed.data;
    else log.error({ setting: key }, 'a stored setting is not usable; its default is used');
  }
  return settingsSchema.parse(usable);
};

/**
 * Opens the settings. Every process keeps them until the bus says that they changed.
 * `put` works inside the caller's transaction, writes the audit row, and throws ZodError for values that do not fit.
 */
export const createSettings = ({ db, bus, log }: { db: Kysely<DB>; bus: Bus; log: Log }) => {
  let known: Promise<SiteSettings> | null = null;
  const drop = (): void => {
    known = null;
  };
  bus.subscribe(TOPIC, drop);
  bus.onReset(drop);

  return {
    get(): Promise<SiteSettings> {
      if (known) return known;
      const reading = readStored(db, log).catch((error: unknown) => {
        if (known === reading) drop();
        throw error;
      });
      known = reading;
      return reading;
    },
    async put(trx: Kysely<DB>, changes: SettingsChange, actor: AuditActor & { at: Date }): Promise<void> {
      const entries = Object.entries(settingsChange.parse(changes)).filter(([, value]) => value !== undefined);
      if (entries.length === 0) return;
      const keys = entries.map(([key]) => key);
      const before = await trx.selectFrom('settings').select(['key', 'value']).where('key', 'in', keys).execute();
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
        before: Object.fromEntries(before.map((row) => [row.key, row.value])),
        after: Object.fromEntries(entries),
        address: actor.address ?? null,
      });
      await bus.publish(trx, TOPIC, 'site');
    },
  };
};

export type Settings = ReturnType<typeof createSettings>;
