// What the server's parts are given: one plain object, made in main.ts (and by the test harness).

import type { Kysely } from 'kysely';
import type pg from 'pg';
import type { ProviderName } from '#contract/accounts/oauth.ts';
import type { DB } from '#db/types.ts';
import type { Bus } from '#server/kit/db/bus.ts';
import type { PictureReader } from '#server/kit/media/image-reader.ts';
import type { MediaTools } from '#server/kit/media/media-tools.ts';
import type { Logger } from '#server/kit/ops/logger.ts';
import type { SendMail } from '#server/kit/outgoing/mail-message.ts';
import type { Outgoing } from '#server/kit/outgoing/outgoing.ts';
import type { Limits } from '#server/kit/rate-limits/rate-limits.ts';
import type { Storage } from '#server/kit/storage/storage.ts';
import type { Settings } from '#server/platform/settings.ts';
import type { Config } from './config.ts';
import type { CountByInvite, Guild } from './providers/discord-guild.ts';
import type { IdentityProviders } from './providers/identity-providers.ts';
import type { Campaign } from './providers/patreon-campaign.ts';
import type { Ssh } from './providers/ssh.ts';

type Trx = Kysely<DB>;

/**
 * What a domain announces to those above it, which it may not import (server/features/domains.json). Wired in hooks.ts. `on...`
 * runs inside the caller's transaction, `after...` once that has committed.
 */
export type Hooks = {
  /** An identity was linked; `isNew` is false when it was linked before and has consented again. */
  onLinked(
    deps: Pick<Deps, 'now'>,
    trx: Trx,
    link: { userId: string; provider: ProviderName; isNew: boolean },
  ): Promise<void>;
  /** Patreon was linked or its links are refreshed: what the membership brings is in effect once this ends. */
  afterPatreonLinked(
    deps: Pick<
      Deps,
      'db' | 'now' | 'bus' | 'settings' | 'publicUrl' | 'secret' | 'log' | 'config' | 'providers' | 'campaign'
    >,
    userId: string,
  ): Promise<void>;
  /** An identity was unlinked; `subject` is its id at the provider. */
  onUnlinked(
    deps: Pick<Deps, 'now' | 'bus'>,
    trx: Trx,
    link: { userId: string; provider: ProviderName; subject: string },
  ): Promise<void>;
  /** All identities of an account were deleted, because the holder of its email had not proven them. */
  onIdentitiesDeleted(deps: Pick<Deps, 'now' | 'bus'>, trx: Trx, userId: string): Promise<void>;
  /** The email of an account was verified. */
  onEmailVerified(trx: Trx, verified: { userId: string; now: Date }): Promise<void>;
  /** A user who chose to become a leaker at sign-up has logged in. */
  afterLeakerSignUp(deps: Pick<Deps, 'db' | 'now' | 'settings'>, userId: string): Promise<void>;
  /** Role, suspension or links of an account changed. */
  onStatusChanged(trx: Trx, userId: string): Promise<void>;
  /**
   * Former usernames are free again: mentions older than `before` become plain words, at most `most` posts a call.
   * @returns the number of posts changed
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
  /** Reads uploaded pictures, each in a process of its own. */
  pictures: PictureReader;
  /** ffmpeg and ffprobe; null where they are not installed. */
  media: MediaTools | null;
  limits: Limits;
  /** For the job of queued mail; everything else calls queueMail. */
  sendMail: SendMail;
  /** Third parties that people sign in with or link; null where there are no credentials. */
  providers: IdentityProviders;
  /** The site's campaign at Patreon; null where Patreon is not set up. */
  campaign: Campaign | null;
  /** The site's guild at Discord; null without a bot. */
  guild: Guild | null;
  /** Counts the guild of an invite; null where Discord is not set up. */
  countByInvite: CountByInvite | null;
  /** Reads addresses that people name, and no others than public ones. */
  outgoing: Outgoing;
  /** Reaches servers of the operator's, at public addresses and in the networks of TOOLBOX_NETWORKS. */
  ssh: Ssh;
  hooks: Hooks;
  /** 32 bytes or more; every use derives its own key from it. */
  secret: Buffer;
  /** Secrets of before: what was sealed with one is opened with it. */
  oldSecrets: readonly Buffer[];
  /** The site's own address without a trailing slash; known once the server listens. */
  publicUrl(): string;
  /** The caller without an account: see kit/http/visitors.ts. */
  visitorName(address: string, userAgent: string): string;
};
