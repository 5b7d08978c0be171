// The dependencies passed to all parts of the server: one plain object, created in open-server.ts or by the test harness.

import type { Kysely } from 'kysely';
import type pg from 'pg';
import type { ProviderName } from '#contract/accounts/oauth.ts';
import type { DB } from '#db/types.ts';
import type { Bus } from '#server/kit/db/bus.ts';
import type { FileTools } from '#server/kit/media/file-tools.ts';
import type { PictureReader } from '#server/kit/media/image-reader.ts';
import type { MediaTools } from '#server/kit/media/media-tools.ts';
import type { Logger } from '#server/kit/ops/logger.ts';
import type { SendMail } from '#server/kit/outgoing/mail-message.ts';
import type { Outgoing } from '#server/kit/outgoing/outgoing.ts';
import type { Limits } from '#server/kit/rate-limits/rate-limits.ts';
import type { Storage } from '#server/kit/storage/storage.ts';
import type { AnyNotification } from '#server/platform/notices/notification-kinds.ts';
import type { Settings } from '#server/platform/settings.ts';
import type { Config } from './config.ts';
import type { CountByInvite, Guild } from './providers/discord/discord-guild.ts';
import type { DiscordWebhooks } from './providers/discord/discord-webhook.ts';
import type { IdentityProviders } from './providers/identity-providers.ts';
import type { Campaign } from './providers/patreon-campaign.ts';
import type { Ssh } from './providers/ssh.ts';

type Trx = Kysely<DB>;

/**
 * Events that a domain reports to higher-level domains, which it must not import (server/features/domains.json). Handlers are
 * registered in hooks.ts. `on...` runs inside the caller's transaction, and `after...` runs once it has committed.
 */
export type Hooks = {
  /** An identity was linked; `isNew` is false if it was already linked and the user gave consent again. */
  onLinked(
    deps: Pick<Deps, 'now'>,
    trx: Trx,
    link: { userId: string; provider: ProviderName; isNew: boolean },
  ): Promise<void>;
  /** Patreon was linked or a link is being refreshed; the membership's benefits apply once this resolves. */
  afterPatreonLinked(
    deps: Pick<
      Deps,
      'db' | 'now' | 'bus' | 'settings' | 'publicUrl' | 'secret' | 'log' | 'config' | 'providers' | 'campaign'
    >,
    userId: string,
  ): Promise<void>;
  /** An identity was unlinked; `subject` is the user's id at the provider. */
  onUnlinked(
    deps: Pick<Deps, 'now' | 'bus'>,
    trx: Trx,
    link: { userId: string; provider: ProviderName; subject: string },
  ): Promise<void>;
  /** All identities of an account were deleted because the owner of its email had never confirmed them. */
  onIdentitiesDeleted(deps: Pick<Deps, 'now' | 'bus'>, trx: Trx, userId: string): Promise<void>;
  onEmailVerified(trx: Trx, verified: { userId: string; now: Date }): Promise<void>;
  /** A user who chose to become a leaker at sign-up has logged in. */
  afterLeakerSignUp(deps: Pick<Deps, 'db' | 'now' | 'settings'>, userId: string): Promise<void>;
  /** The role, suspension or links of an account changed. */
  onStatusChanged(trx: Trx, userId: string): Promise<void>;
  /**
   * Former usernames are available again. In posts older than `before`, mentions of these names become plain text. Each call
   * changes at most `most` posts.
   * @returns number of changed posts
   */
  onUsernameFreed(trx: Trx, freed: { names: readonly string[]; before: Date; most: number }): Promise<number>;
};

export type Deps = {
  config: Config;
  log: Logger;
  now(): Date;
  db: Kysely<DB>;
  pool: pg.Pool;
  bus: Bus;
  storage: Storage;
  settings: Settings;
  /** Reads uploaded images, each in a separate process. */
  pictures: PictureReader;
  /** ffmpeg and ffprobe; null if they are not installed. */
  media: MediaTools | null;
  /** Programs for 7z archives and PDFs. */
  tools: FileTools;
  limits: Limits;
  /** Only for the job that sends queued emails; everything else calls queueMail. */
  sendMail: SendMail;
  /** Third parties that users can log in with or link; a provider without credentials is null. */
  providers: IdentityProviders;
  /** The site's Patreon campaign; null if Patreon is not configured. */
  campaign: Campaign | null;
  /** The site's Discord guild; null if no bot is configured. */
  guild: Guild | null;
  /** Counts the members of the guild that an invite belongs to; null if Discord is not configured. */
  countByInvite: CountByInvite | null;
  /** Posts to Discord channels through webhooks, which administrators name in the settings. */
  discordWebhooks: DiscordWebhooks;
  /** Fetches user-supplied URLs; only public addresses are allowed. */
  outgoing: Outgoing;
  /** Connects to the operator's servers, at public addresses or in the networks listed in TOOLBOX_NETWORKS. */
  ssh: Ssh;
  hooks: Hooks;
  /** All kinds of notifications (site-notifications.ts), in the order of the settings. */
  notificationKinds: readonly AnyNotification[];
  /** The site's secret, at least 32 bytes. A separate key is derived from it for each purpose. */
  secret: Buffer;
  /** Previous secrets, needed to decrypt data sealed with them. */
  oldSecrets: readonly Buffer[];
  /** The site's URL without a trailing slash; known only after the server has started listening. */
  publicUrl(): string;
  /** Identifier for a visitor without an account, see kit/http/visitors.ts. */
  visitorName(address: string, userAgent: string): string;
};
