// What other features have done at the chat service: each is a job, in the caller's transaction.
import type { Deps } from '#server/deps.ts';
import { letInOf, scheduleRoleSync } from './jobs.ts';
import { findChatId } from './queries.ts';

/** Has somebody's role at the chat service settled, after whatever changed their Premium; without a link there is none. */
export async function scheduleChatRoleSync(trx: Deps['db'], userId: string): Promise<void> {
  const discordId = await findChatId(trx, userId);
  if (discordId !== undefined) await scheduleRoleSync(trx, discordId);
}

/** Has the role settled of an id that nobody has linked any more. */
export function unlinkChatRole(trx: Deps['db'], discordId: string): Promise<void> {
  return scheduleRoleSync(trx, discordId);
}

/** Has somebody let into the guild who has just linked their account, and their role settled. */
export function welcomeToChat(trx: Deps['db'], userId: string): Promise<void> {
  return letInOf(trx, userId);
}
