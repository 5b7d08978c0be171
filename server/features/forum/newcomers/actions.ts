// Slows down new accounts, as spam comes from them: fewer posts an hour, fewer links in a post (next.md CO-6²).
import { HOUR_MS } from '#contract/durations.ts';
import { NEW_ACCOUNT_POSTS_PER_HOUR } from '#contract/forum/limits.ts';
import type { Deps } from '#server/deps.ts';
import { Problem } from '#server/kit/http/problem.ts';
import { findWriterRecord } from './queries.ts';
import { type Allowance, allowanceOf, linksProblem, UNLIMITED } from './rules.ts';

type NewcomerDeps = Pick<Deps, 'db' | 'now' | 'limits'>;

/** How much a person may write now. */
export async function readAllowance({ db, now, limits }: NewcomerDeps, userId: string): Promise<Allowance> {
  if (!limits.slowsNewAccounts) return UNLIMITED;
  const at = now();
  const since = new Date(at.getTime() - HOUR_MS);
  return allowanceOf(await findWriterRecord(db, { userId, since, limit: NEW_ACCOUNT_POSTS_PER_HOUR }), at);
}

/**
 * Refuses what is too much for a new account.
 * @param isEdit edits only have the limit of links
 * @throws Problem NEW_ACCOUNT_POSTS, NEW_ACCOUNT_LINKS
 */
export async function requireAllowance(
  deps: NewcomerDeps,
  userId: string,
  { links, isEdit = false }: { links: number; isEdit?: boolean },
): Promise<void> {
  const allowance = await readAllowance(deps, userId);
  const { waitSeconds } = allowance;
  if (waitSeconds > 0 && !isEdit)
    throw new Problem('NEW_ACCOUNT_POSTS', {
      message: `New accounts can write ${NEW_ACCOUNT_POSTS_PER_HOUR} posts an hour. Please wait a moment and try again.`,
      retryAfterSeconds: waitSeconds,
    });
  const message = linksProblem(allowance, links);
  if (message) throw new Problem('NEW_ACCOUNT_LINKS', { message, fields: { content: message } });
}
