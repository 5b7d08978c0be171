// Background requests to Discord. If Discord asks the site to wait, the job is rescheduled, so it does not block a worker.
import { z } from 'zod';
import type { Deps } from '#server/deps.ts';
import { defineJob, enqueue, type Job } from '#server/kit/jobs/jobs.ts';
import { findChatCount, findChatId, findUnsettled, putChatCount } from './queries.ts';
import { letIn, syncChatRole, waitAfter } from './role-sync.ts';
import { countedGuildOf, roleKey } from './rules.ts';

/** Maximum number of roles to update per sweep. Beyond that, Discord would rate limit the requests. */
const SWEPT_AT_ONCE = 200;
/** How long to keep trying to add a user to the guild. After that, they can still join through the invite. */
const LET_IN_TRIED_MS = 86_400_000;
/** Roles are checked again after this time, because a moderator may have removed one, or the user may have rejoined. */
const SETTLED_AGAIN_MS = 86_400_000;
/** Time between counts: just under ten minutes, because the job runs every minute and a full ten minutes could become eleven. */
const COUNTED_AGAIN_MS = 9.5 * 60_000;

const later = ({ now }: Pick<Deps, 'now'>, waitMs: number): Date => new Date(now().getTime() + waitMs);

/** Schedules a role update for a Discord account. The job decides whether to give or remove the role. */
export function scheduleRoleSync(trx: Deps['db'], discordId: string, runAt?: Date): Promise<void> {
  return enqueue(trx, syncRole, { discordId }, { key: roleKey(discordId), ...(runAt && { runAt }) });
}

export const syncRole: Job<{ discordId: string }, Deps> = defineJob({
  name: 'chat.settle-role',
  payload: z.object({ discordId: z.string() }),
  run: async ({ discordId }, deps: Deps) => {
    const waitMs = await waitAfter(deps, 'role', () => syncChatRole(deps, discordId));
    if (waitMs !== null) await scheduleRoleSync(deps.db, discordId, later(deps, waitMs));
  },
});

/** Schedules adding a user to the guild and then updating their role. */
export function letInOf(trx: Deps['db'], userId: string): Promise<void> {
  return enqueueLetIn(trx, { userId });
}

type LetIn = { userId: string; since?: number | undefined };

const enqueueLetIn = (trx: Deps['db'], letIn: LetIn, runAt?: Date): Promise<void> =>
  enqueue(trx, letMemberIn, letIn, { key: `chat join ${letIn.userId}`, ...(runAt && { runAt }) });

export const letMemberIn: Job<LetIn, Deps> = defineJob({
  name: 'chat.let-in',
  /** `since` is when the user first had to wait, in milliseconds since the epoch. */
  payload: z.object({ userId: z.uuid(), since: z.number().optional() }),
  // If all attempts fail, the user can still join through the invite.
  maxAttempts: 5,
  run: async ({ userId, since }, deps: Deps) => {
    let joined: string | undefined;
    const waitMs = await waitAfter(deps, 'join', async () => {
      joined = await letIn(deps, userId);
    });
    if (waitMs !== null) {
      const first = since ?? deps.now().getTime();
      if (Math.abs(deps.now().getTime() - first) < LET_IN_TRIED_MS)
        return await enqueueLetIn(deps.db, { userId, since: first }, later(deps, waitMs));
      deps.log.warn({ userId }, 'gave up adding a user to the guild after a day; they can use the invite');
    }
    // The user may have unlinked in the meantime, so update the account that joined.
    const discordId = joined ?? (await findChatId(deps.db, userId));
    if (discordId !== undefined) await scheduleRoleSync(deps.db, discordId);
  },
});

/** Finds accounts whose role is wrong and schedules updates. Nothing else notices when a grant expires. */
export const resyncRoles = defineJob({
  name: 'chat.sweep-roles',
  cron: '* * * * *',
  maxAttempts: 1,
  payload: z.object({}),
  run: async (_payload, { db, guild, now }: Deps) => {
    if (!guild?.hasRole) return;
    const settledBefore = new Date(now().getTime() - SETTLED_AGAIN_MS);
    const ids = await findUnsettled(db, { now: now(), settledBefore, limit: SWEPT_AT_ONCE });
    for (const discordId of ids) await scheduleRoleSync(db, discordId);
  },
});

/** Counts the members every ten minutes. After a failure, the last count is kept until the next attempt, a minute later. */
export const countMembers = defineJob({
  name: 'chat.count-members',
  cron: '* * * * *',
  maxAttempts: 1,
  payload: z.object({}),
  run: async (_payload, deps: Deps) => {
    const { db, guild, countByInvite, config, settings, now } = deps;
    const counted = countedGuildOf(config.guild, (await settings.get()).chatInviteUrl);
    if (!counted) return;
    const last = await findChatCount(db, counted.key);
    if (last && now().getTime() - last.readAt.getTime() < COUNTED_AGAIN_MS) return;
    const { inviteCode } = counted;
    await waitAfter(deps, 'count', async () => {
      const found = await (inviteCode === null ? guild?.count() : countByInvite?.(inviteCode));
      if (found) await putChatCount(db, { guild: counted.key, ...found, now: now() });
    });
  },
});

/** Registers the bypass command with Discord, if the site can receive its interactions. */
export const registerCommands: Job<Record<string, never>, Deps> = defineJob({
  name: 'chat.register-commands',
  cron: '23 4 * * *',
  payload: z.object({}),
  run: async (_payload, deps: Deps) => {
    const { guild, config } = deps;
    if (!guild || config.guild.publicKey === null) return;
    const waitMs = await waitAfter(deps, 'commands', () => guild.registerCommands());
    if (waitMs !== null) await registerCommandsAt(deps.db, later(deps, waitMs));
  },
});

/** Schedules the registration of the command, immediately or at a given time. */
export function registerCommandsAt(db: Deps['db'], runAt?: Date): Promise<void> {
  return enqueue(db, registerCommands, {}, { key: 'chat commands', ...(runAt && { runAt }) });
}
