import type { getStats } from '#contract/content/home.ts';
import type { ReplyOf } from '#contract/http.ts';

const thousands = new Intl.NumberFormat('en-US');

const NOTHING = '–';

/** The numbers of home as they are written; a dash for what is not known (product.md DI-2). Without a chat there are no members to count. */
export function statLines(stats: ReplyOf<typeof getStats> | null): { value: string; label: string }[] {
  const written = (value: number | null | undefined) => (value == null ? NOTHING : thousands.format(value));
  const share = stats?.freeForAllUse;
  return [
    { value: written(stats?.totalUploads), label: 'Assets uploaded' },
    { value: written(stats?.totalUsers), label: 'Editors registered' },
    ...(stats && stats.discordMembers === null
      ? []
      : [{ value: written(stats?.discordMembers), label: 'Members in chat' }]),
    { value: share == null ? NOTHING : `${share}%`, label: 'Free for personal and commercial use' },
  ];
}

/** What the invitation to the chat says; of members only when they were counted, and there are some. */
export function chatLine(members: number | null): string {
  if (!members) return 'Questions, cuts in progress and answers, all day long.';
  return `${thousands.format(members)} ${members === 1 ? 'member is' : 'members are'} there already.`;
}
