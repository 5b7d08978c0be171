// The Premium role at the chat service: what is asked of it, and what is written down of that.
import type { Deps } from '../../deps.ts';
import { Throttled } from '../../kit/throttled.ts';
import { linkedToken } from '../identities/events.ts';
import { dropChatMember, findChatLink, findClaim, holdChatMember, noteDoubt, putChatMember } from './queries.ts';

/** Somebody who is not in the guild is asked about again after this. */
const NOT_THERE_MS = 3_600_000;
/** A bot that may not do what it is asked to is a matter of its set-up: many tries would only get the site banned. */
const SET_UP_MS = 15 * 60_000;
const REFUSALS: readonly unknown[] = [401, 403];
const JOIN_SCOPE = 'guilds.join';

/**
 * Runs what asks the chat service.
 * @returns null when it is done, else the milliseconds after which to try again
 * @throws whatever another try soon may mend
 */
export const waitAfter = async ({ log }: Pick<Deps, 'log'>, ask: () => Promise<unknown>): Promise<number | null> => {
  try {
    await ask();
    return null;
  } catch (error) {
    if (error instanceof Throttled) return error.retryAfterMs;
    if (error instanceof Error && 'status' in error && REFUSALS.includes(error.status)) {
      log.warn({ reason: error.message }, 'the bot may not do what it is asked to: see its role and permissions');
      return SET_UP_MS;
    }
    throw error;
  }
};

/**
 * Gives or takes somebody's role as it should be at this moment. Of two at once for one person the second one decides after the
 * first has ended, so the last word is about what is so now.
 */
export const settle = async ({ db, guild, now }: Pick<Deps, 'db' | 'guild' | 'now'>, discordId: string) => {
  if (!guild?.hasRole) return;
  let isGiving = false;
  try {
    await db.transaction().execute(async (trx) => {
      await holdChatMember(trx, discordId, now());
      const at = now();
      const { isLinked, isDue } = await findClaim(trx, discordId, at);
      isGiving = isDue;
      // Asked also where nothing is known to be given: a process that died meanwhile could not write it down.
      const outcome = await guild.setRole(discordId, isDue);
      const isInGuild = outcome === 'done';
      const hasRole = isDue && isInGuild;
      const retryAt = isDue && !isInGuild ? new Date(at.getTime() + NOT_THERE_MS) : null;
      if (isLinked) await putChatMember(trx, discordId, { isInGuild, hasRole, retryAt, now: at });
      else await dropChatMember(trx, discordId);
    });
  } catch (error) {
    // The answer may have been lost on its way back.
    if (isGiving && !(error instanceof Throttled)) await noteDoubt(db, discordId, now());
    throw error;
  }
};

/** Lets somebody into the guild by their own consent; nothing happens without one, or where Discord will not have them. */
export const letIn = async (
  deps: Pick<Deps, 'db' | 'guild' | 'now' | 'log' | 'secret' | 'providers'>,
  userId: string,
): Promise<void> => {
  const { db, guild, now } = deps;
  const link = guild && (await findChatLink(db, userId));
  if (!guild || !link?.scope.split(' ').includes(JOIN_SCOPE)) return;
  const token = await linkedToken(deps, userId, 'discord');
  if (!token) return;
  const { isDue } = await findClaim(db, token.subject, now());
  await guild.join({ userId: token.subject, accessToken: token.accessToken, withRole: isDue });
};
