import type { getStats } from '#contract/content/home.ts';
import type { ReplyOf } from '#contract/http.ts';

const thousands = new Intl.NumberFormat('en-US');

const NOTHING = '–';

/**
 * Statistics as shown on the home page, with a dash for unknown values (product.md DI-2). If the site has no chat, the number of
 * chat members is omitted.
 */
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

/** Text of the chat invitation, with the number of members if it is known and not zero. */
export function chatLine(members: number | null): string {
  if (!members) return 'Questions, works in progress and answers, all day long.';
  return `${thousands.format(members)} ${members === 1 ? 'member is' : 'members are'} already there.`;
}
