// What is asked of the chat service after the reply. A wait that it asks for is the job's, never a worker's.
import { z } from 'zod';
import type { Deps } from '#server/deps.ts';
import { defineJob, enqueue, type Job } from '#server/kit/jobs/jobs.ts';
import { findChatCount, findChatId, findUnsettled, putChatCount } from './queries.ts';
import { letIn, syncChatRole, waitAfter } from './role-sync.ts';
import { countedGuildOf, roleKey } from './rules.ts';

/** Roles that one sweep has settled: the service would make more of them wait. */
const SWEPT_AT_ONCE = 200;
/** Who could not be let in for so long comes by the invite. */
const LET_IN_TRIED_MS = 86_400_000;
/** A role that stands is looked after again: somebody may have taken it there, or have come back. */
const SETTLED_AGAIN_MS = 86_400_000;
/** The minute's own length is taken off, so that ten minutes do not become eleven. */
const COUNTED_AGAIN_MS = 9.5 * 60_000;

const later = ({ now }: Pick<Deps, 'now'>, waitMs: number): Date => new Date(now().getTime() + waitMs);

/** Has the role at the chat service settled for whoever has this id there, as it should be by then. */
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

/** Has somebody let into the guild who has linked their account there, and their role settled. */
export function letInOf(trx: Deps['db'], userId: string): Promise<void> {
  return enqueueLetIn(trx, { userId });
}

type LetIn = { userId: string; since?: number | undefined };

const enqueueLetIn = (trx: Deps['db'], letIn: LetIn, runAt?: Date): Promise<void> =>
  enqueue(trx, letMemberIn, letIn, { key: `chat join ${letIn.userId}`, ...(runAt && { runAt }) });

export const letMemberIn: Job<LetIn, Deps> = defineJob({
  name: 'chat.let-in',
  /** `since` is the moment, in milliseconds, when it had to wait first. */
  payload: z.object({ userId: z.uuid(), since: z.number().optional() }),
  // Who cannot be let in after some minutes comes by the invite.
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
      deps.log.warn({ userId }, 'somebody was not let into the guild for a day: they come by the invite');
    }
    // Whoever came in may have unlinked meanwhile: it is their id there that is settled.
    const discordId = joined ?? (await findChatId(deps.db, userId));
    if (discordId !== undefined) await scheduleRoleSync(deps.db, discordId);
  },
});

/** Finds everybody whose role is not as it should be: a grant that ended by itself tells nobody. */
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

/** Counts the members every ten minutes; after a failure the last count stands until the next minute's try. */
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

/** Makes the bypass command known to the chat service, where the site can be sent its uses. */
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

/** Has the command made known, at once unless a time is given. */
export function registerCommandsAt(db: Deps['db'], runAt?: Date): Promise<void> {
  return enqueue(db, registerCommands, {}, { key: 'chat commands', ...(runAt && { runAt }) });
}
