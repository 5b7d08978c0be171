// Connects the events of lower domains to handlers in higher domains (see Hooks in deps.ts).
import type { Hooks } from './deps.ts';
import { applyAsChosen, fulfilWish } from './features/applications/actions.ts';
import { loosenMentions } from './features/forum/content/queries.ts';
import { scheduleChatRoleSync, unlinkChatRole, welcomeToChat } from './features/premium/discord-role/actions.ts';
import { endMemberships } from './features/premium/memberships/actions.ts';
import { followLink, queueLinked } from './features/premium/patreon-sync/actions.ts';

export const hooks: Hooks = {
  async onLinked(deps, trx, { userId, provider, isNew }) {
    if (provider === 'discord') await welcomeToChat(trx, userId);
    if (provider === 'patreon' && isNew) await queueLinked(deps, trx, userId);
  },
  afterPatreonLinked: followLink,
  async onUnlinked(deps, trx, { userId, provider, subject }) {
    if (provider === 'patreon') await endMemberships(deps, trx, userId);
    if (provider === 'discord') await unlinkChatRole(trx, subject);
  },
  onIdentitiesDeleted: endMemberships,
  onEmailVerified: (trx, { userId, now }) => fulfilWish(trx, userId, now),
  afterLeakerSignUp: applyAsChosen,
  onStatusChanged: scheduleChatRoleSync,
  onUsernameFreed: loosenMentions,
};
