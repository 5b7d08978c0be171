// Updates the Premium role in Discord and records the outcome.

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
/** Discord's error codes for missing access and missing permissions. */
const LACKING: readonly unknown[] = [50_001, 50_013];
const JOIN_SCOPE = 'guilds.join';

/** End times of pauses, by guild and kind of request, in milliseconds since the epoch. */
const pauses = new WeakMap<object, Map<string, number>>();

const isSetUp = (error: unknown): error is Error =>
  error instanceof Error &&
  (('status' in error && error.status === 401) || ('code' in error && LACKING.includes(error.code)));

/**
 * Runs a request to Discord. If Discord denies a permission, requests of the same kind are paused.
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
  // Ignore a longer pause, because it was set while the clock ran ahead.
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

/** Gives or removes a user's role. A row lock serialises concurrent calls, so that the last one acts on current data. */
export async function syncChatRole({ db, guild, now }: Pick<Deps, 'db' | 'guild' | 'now'>, discordId: string) {
  if (!guild?.hasRole) return;
  let isGiving = false;
  try {
    await db.transaction().execute(async (trx) => {
      await lockChatMember(trx, discordId, now());
      const at = now();
      const { isLinked, isDue } = await findClaim(trx, discordId, at);
      isGiving = isDue;
      // Send the request even if no role is recorded, because a process may have crashed before recording it.
      const outcome = await guild.setRole(discordId, isDue);
      const isInGuild = outcome === 'done';
      const hasRole = isDue && isInGuild;
      const retryAt = isDue && !isInGuild ? new Date(at.getTime() + NOT_THERE_MS) : null;
      if (isLinked) await putChatMember(trx, discordId, { isInGuild, hasRole, retryAt, now: at });
      else await deleteChatMember(trx, discordId);
    });
  } catch (error) {
    // Discord may have given the role although the reply was lost.
    if (isGiving && !(error instanceof RateLimitedError)) await noteDoubt(db, discordId, now());
    throw error;
  }
}

/**
 * Adds a user to the guild, unless they have not consented or Discord refuses. The caller updates the role afterwards, because
 * the user may unlink in the meantime.
 * @returns the Discord id that joined; undefined if the user did not join
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
