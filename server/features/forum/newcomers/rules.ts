// How much new accounts may write. No I/O.
import { DAY_MS, HOUR_MS } from '#contract/durations.ts';
import {
  NEW_ACCOUNT_DAYS,
  NEW_ACCOUNT_LINKS_MAX,
  NEW_ACCOUNT_POSTS,
  NEW_ACCOUNT_POSTS_PER_HOUR,
} from '#contract/forum/limits.ts';
import type { getAllowance } from '#contract/forum/write.ts';
import type { ReplyOf } from '#contract/http.ts';
import type { WriterRecord } from './queries.ts';

export type Allowance = ReplyOf<typeof getAllowance>;

/** For everyone who is not new to the forum. */
export const UNLIMITED: Allowance = { isNew: false, postsLeft: null, linksMax: null, waitSeconds: 0 };

/** How much someone may write now. */
export function allowanceOf(record: WriterRecord, now: Date): Allowance {
  const isYoung = now.getTime() - record.createdAt.getTime() < NEW_ACCOUNT_DAYS * DAY_MS;
  if (record.isExempt || !(isYoung || record.posts < NEW_ACCOUNT_POSTS)) return UNLIMITED;
  const { fullSince, recentPosts } = record;
  return {
    isNew: true,
    postsLeft: Math.max(0, NEW_ACCOUNT_POSTS_PER_HOUR - recentPosts),
    linksMax: NEW_ACCOUNT_LINKS_MAX,
    // At least a second, because the last post of the hour may have a slightly later time.
    waitSeconds:
      fullSince === null ? 0 : Math.max(1, Math.ceil((fullSince.getTime() + HOUR_MS - now.getTime()) / 1000)),
  };
}

/** Why a post with this many links to other sites is too much for a new account; null if it isn't. */
export function linksProblem({ linksMax }: Allowance, links: number): string | null {
  return linksMax !== null && links > linksMax
    ? `New accounts can put up to ${linksMax} links to other sites in a post. Yours has ${links}.`
    : null;
}
