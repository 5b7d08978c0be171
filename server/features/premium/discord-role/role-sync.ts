// The Premium role at the chat service: what is asked of it, and what is written down of that.

import type { Deps } from '#server/deps.ts';
import { linkedToken } from '#server/features/accounts/public.ts';
import { RateLimitedError } from '#server/kit/outgoing/errors.ts';
import { deleteChatMember, findChatLink, findClaim, lockChatMember, noteDoubt, putChatMember } from './queries.ts';

/** Somebody who is not in the guild is asked about again after this. */
const NOT_THERE_MS = 3_600_000;
/** A bot that may not do what it is asked to is a matter of its set-up: many tries would only get the site banned. */
const SET_UP_MS = 15 * 60_000;
/** Discord's codes for a bot that lacks access or a permission. */
const LACKING: readonly unknown[] = [50_001, 50_013];
const JOIN_SCOPE = 'guilds.join';

/** Until when a guild is not asked for something that its bot may not do. */
const pauses = new WeakMap<object, Map<string, number>>();

const isSetUp = (error: unknown): error is Error =>
  error instanceof Error &&
  (('status' in error && error.status === 401) || ('code' in error && LACKING.includes(error.code)));

/**
 * Runs what asks the chat service. Once its bot was told that it may not, nothing of the same kind is asked for a while.
 * @returns null when it is done, else the milliseconds after which to try again
 * @throws whatever another try soon may mend
 */
export async function waitAfter(
  { log, now, guild }: Pick<Deps, 'log' | 'now' | 'guild'>,
  kind: 'role' | 'join' | 'count' | 'commands',
  ask: () => Promise<unknown>,
): Promise<number | null> {
  const paused = (guild && pauses.get(guild)) ?? new Map<string, number>();
  const leftMs = (paused.get(kind) ?? 0) - now().getTime();
  // A longer wait was begun by a clock ahead of its time.
  if (leftMs > 0 && leftMs <= SET_UP_MS) return leftMs;
  try {
    await ask();
    return null;
  } catch (error) {
    if (error instanceof RateLimitedError) return error.retryAfterMs;
    if (!isSetUp(error)) throw error;
    log.warn({ kind, reason: error.message }, 'the bot may not do what it is asked to: see its role and permissions');
    if (guild) pauses.set(guild, paused.set(kind, now().getTime() + SET_UP_MS));
    return SET_UP_MS;
  }
}

/**
 * Gives or takes somebody's role as it should be at this moment. Of two at once for one person the second one decides after the
 * first has ended, so the last word is about what is so now.
 */
export async function syncChatRole({ db, guild, now }: Pick<Deps, 'db' | 'guild' | 'now'>, discordId: string) {
  if (!guild?.hasRole) return;
  let isGiving = false;
  try {
    await db.transaction().execute(async (trx) => {
      await lockChatMember(trx, discordId, now());
      const at = now();
      const { isLinked, isDue } = await findClaim(trx, discordId, at);
      isGiving = isDue;
      // Asked also where nothing is known to be given: a process that died meanwhile could not write it down.
      const outcome = await guild.setRole(discordId, isDue);
      const isInGuild = outcome === 'done';
      const hasRole = isDue && isInGuild;
      const retryAt = isDue && !isInGuild ? new Date(at.getTime() + NOT_THERE_MS) : null;
      if (isLinked) await putChatMember(trx, discordId, { isInGuild, hasRole, retryAt, now: at });
      else await deleteChatMember(trx, discordId);
    });
  } catch (error) {
    // The answer may have been lost on its way back.
    if (isGiving && !(error instanceof RateLimitedError)) await noteDoubt(db, discordId, now());
    throw error;
  }
}

/**
 * Lets somebody into the guild by their own consent; nothing happens without one, or where Discord will not have them. They
 * come without the role: it is settled afterwards, since they may unlink while they come in.
 * @returns the id that came in; undefined for nobody
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
