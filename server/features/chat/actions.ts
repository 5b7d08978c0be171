import type { Deps } from '../../deps.ts';
import { enqueue } from '../../kit/jobs.ts';
import { settleRole } from './jobs.ts';
import { findChatId } from './queries.ts';

/** Has the role at the chat service settled for whoever has this id there. */
export const settleRoleOf = (trx: Deps['db'], discordId: string): Promise<void> =>
  enqueue(trx, settleRole, { discordId }, { key: `chat role ${discordId}` });

/** Has somebody's role at the chat service settled, after whatever changed their Premium; without a link there is none. */
export const settleChatRole = async (trx: Deps['db'], userId: string): Promise<void> => {
  const discordId = await findChatId(trx, userId);
  if (discordId !== undefined) await settleRoleOf(trx, discordId);
};
