// Background requests to Discord. If Discord asks to wait, the job is rescheduled and the worker stays free.
import { z } from 'zod';
import type { Deps } from '#server/deps.ts';
import { defineJob, enqueue, type Job } from '#server/kit/jobs/jobs.ts';
import { findChatCount, findChatId, findUnsettled, putChatCount } from './queries.ts';
import { letIn, syncChatRole, waitAfter } from './role-sync.ts';
import { countedGuildOf, roleKey } from './rules.ts';

/** Roles updated per sweep; with more, Discord would rate limit the rest. */
const SWEPT_AT_ONCE = 200;
/** After this time, adding a user to the guild is given up. They can still join through the invite. */
const LET_IN_TRIED_MS = 86_400_000;
/** Roles are checked again after this time: a moderator may have removed one, or the user may have rejoined. */
const SETTLED_AGAIN_MS = 86_400_000;
/** Slightly less than ten minutes, so that a job running every minute doesn't make it eleven. */
const COUNTED_AGAIN_MS = 9.5 * 60_000;

const later = ({ now }: Pick<Deps, 'now'>, waitMs: number): Date => new Date(now().getTime() + waitMs);

/** Schedules updating the role of a Discord account to whatever is right when the job runs. */
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
  /** `since` is when the user first had to wait, in milliseconds. */
  payload: z.object({ userId: z.uuid(), since: z.number().optional() }),
  // After that, the user can join through the invite.
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
      deps.log.warn({ userId }, 'could not add a user to the guild for a day; they can use the invite');
    }
    // The user may have unlinked in the meantime, so update the account that joined.
    const discordId = joined ?? (await findChatId(deps.db, userId));
    if (discordId !== undefined) await scheduleRoleSync(deps.db, discordId);
  },
});

/** Finds accounts whose role is wrong. Nothing else notices when a grant expires. */
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

/** Counts the members every ten minutes. After a failure the last count stays until the next try, a minute later. */
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

/** Schedules registering the command: immediately, or at a given time. */
export function registerCommandsAt(db: Deps['db'], runAt?: Date): Promise<void> {
  return enqueue(db, registerCommands, {}, { key: 'chat commands', ...(runAt && { runAt }) });
}
