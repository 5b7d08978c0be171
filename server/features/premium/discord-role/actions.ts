// Discord actions for other features. Each one queues a job in the caller's transaction.
import type { Deps } from '#server/deps.ts';
import { letInOf, scheduleRoleSync } from './jobs.ts';
import { findChatId } from './queries.ts';

/** Schedules an update of the user's Discord role after their Premium changed. Does nothing without a linked account. */
export async function scheduleChatRoleSync(trx: Deps['db'], userId: string): Promise<void> {
  const discordId = await findChatId(trx, userId);
  if (discordId !== undefined) await scheduleRoleSync(trx, discordId);
}

/** Schedules a role update for a Discord account that is no longer linked. */
export function unlinkChatRole(trx: Deps['db'], discordId: string): Promise<void> {
  return scheduleRoleSync(trx, discordId);
}

/** Schedules adding a newly linked user to the guild and updating their role. */
export function welcomeToChat(trx: Deps['db'], userId: string): Promise<void> {
  return letInOf(trx, userId);
}
