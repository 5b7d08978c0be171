// The Premium role in Discord: requests, and recording their outcome.

import type { Deps } from '#server/deps.ts';
import { linkedToken } from '#server/features/accounts/public.ts';
import { RateLimitedError } from '#server/kit/outgoing/errors.ts';
import { deleteChatMember, findChatLink, findClaim, lockChatMember, noteDoubt, putChatMember } from './queries.ts';

/** Retry interval for users who are not in the guild. */
const NOT_THERE_MS = 3_600_000;
/**
 * Pause after Discord denies the bot a permission. Only the operator can fix that, and repeated attempts would get the site
 * banned.
 */
const SET_UP_MS = 15 * 60_000;
/** Discord's codes for missing access and missing permissions. */
const LACKING: readonly unknown[] = [50_001, 50_013];
const JOIN_SCOPE = 'guilds.join';

/** Pauses per guild and kind of request, as end times in milliseconds. */
const pauses = new WeakMap<object, Map<string, number>>();

const isSetUp = (error: unknown): error is Error =>
  error instanceof Error &&
  (('status' in error && error.status === 401) || ('code' in error && LACKING.includes(error.code)));

/**
 * Runs a request to Discord. After a missing permission, requests of the same kind are paused.
 * @returns null when done, otherwise the milliseconds to wait before retrying
 * @throws errors that a retry may resolve
 */
export async function waitAfter(
  { log, now, guild }: Pick<Deps, 'log' | 'now' | 'guild'>,
  kind: 'role' | 'join' | 'count' | 'commands',
  ask: () => Promise<unknown>,
): Promise<number | null> {
  const paused = (guild && pauses.get(guild)) ?? new Map<string, number>();
  const leftMs = (paused.get(kind) ?? 0) - now().getTime();
  // A longer pause was set by a clock running ahead.
  if (leftMs > 0 && leftMs <= SET_UP_MS) return leftMs;
  try {
    await ask();
    return null;
  } catch (error) {
    if (error instanceof RateLimitedError) return error.retryAfterMs;
    if (!isSetUp(error)) throw error;
    log.warn({ kind, reason: error.message }, 'the Discord bot lacks a permission; check its role and permissions');
    if (guild) pauses.set(guild, paused.set(kind, now().getTime() + SET_UP_MS));
    return SET_UP_MS;
  }
}

/** Gives or removes a user's role. The row lock serialises concurrent calls, so the last one decides on current data. */
export async function syncChatRole({ db, guild, now }: Pick<Deps, 'db' | 'guild' | 'now'>, discordId: string) {
  if (!guild?.hasRole) return;
  let isGiving = false;
  try {
    await db.transaction().execute(async (trx) => {
      await lockChatMember(trx, discordId, now());
      const at = now();
      const { isLinked, isDue } = await findClaim(trx, discordId, at);
      isGiving = isDue;
      // Also asked if no role is recorded: a process may have crashed before recording it.
      const outcome = await guild.setRole(discordId, isDue);
      const isInGuild = outcome === 'done';
      const hasRole = isDue && isInGuild;
      const retryAt = isDue && !isInGuild ? new Date(at.getTime() + NOT_THERE_MS) : null;
      if (isLinked) await putChatMember(trx, discordId, { isInGuild, hasRole, retryAt, now: at });
      else await deleteChatMember(trx, discordId);
    });
  } catch (error) {
    // The reply may have been lost.
    if (isGiving && !(error instanceof RateLimitedError)) await noteDoubt(db, discordId, now());
    throw error;
  }
}

/**
 * Adds a user to the guild with their consent. Does nothing without consent, or if Discord refuses. The role is updated
 * afterwards, since the user may unlink in the meantime.
 * @returns the Discord id that joined; undefined if none did
 */
export async function letIn(
  deps: Pick<Deps, 'db' | 'guild' | 'now' | 'log' | 'secret' | 'providers'>,
  userId: string,
): Promise<string | undefined> {
  const { db, guild } = deps;
  const link = guild && (await findChatLink(db, userId));
  if (!guild || !link?.scope.split(' ').includes(JOIN_SCOPE)) return undefined;
  const token = await linkedToken(deps, userId, 'discord');
  if (!token) return undefined;
  await guild.join({ userId: token.subject, accessToken: token.accessToken });
  return token.subject;
}
