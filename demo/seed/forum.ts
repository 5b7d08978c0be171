/** The demo's threads with their dates and likes. */
import { DAY_MS, HOUR_MS } from '#contract/durations.ts';
import type { ArtSpec } from '#demo/art/frame.ts';
import { createRandom, type Random } from '#demo/art/random.ts';
import type { PostEntry, ThreadEntry } from '#demo/content/forum/entry.ts';
import { THREADS } from '#demo/content/forum/list.ts';
import { demoPeople, type StarterPerson } from './build.ts';

export type DemoPost = {
  readonly username: string;
  /** Markdown with placeholders, see content/forum/entry.ts. */
  readonly text: string;
  readonly at: Date;
  /** Earlier versions, oldest first. */
  readonly before: readonly { readonly text: string; readonly reason: string | null; readonly at: Date }[];
  readonly reason: string | null;
  readonly editedAt: Date | null;
  readonly removed: { readonly reason: string; readonly at: Date } | null;
  readonly pictures: ReadonlyMap<string, ArtSpec>;
  readonly likes: readonly { readonly username: string; readonly at: Date }[];
};

export interface DemoThread extends Pick<ThreadEntry, 'title' | 'tags' | 'views'> {
  /** "category/subcategory", as slugs. */
  readonly place: string;
  readonly isPinned: boolean;
  readonly isLocked: boolean;
  readonly at: Date;
  readonly posts: readonly DemoPost[];
}

/** All threads, oldest first. Deterministic for a given `now`. */
export function demoThreads(now: Date): DemoThread[] {
  const people = demoPeople(now);
  return THREADS.flatMap(([place, threads]) => threads.map((thread) => buildThread(place, thread, people, now))).sort(
    (a, b) => a.at.getTime() - b.at.getTime(),
  );
}

function buildThread(place: string, entry: ThreadEntry, people: readonly StarterPerson[], now: Date): DemoThread {
  const random = createRandom(`thread:${entry.title}`);
  const at = new Date(now.getTime() - entry.daysAgo * DAY_MS);
  let moment = at.getTime();
  const posts = entry.posts.map((post) => {
    moment += post.after * HOUR_MS;
    return buildPost(post, new Date(moment), { people, now, random });
  });
  const { title, tags, views, isPinned = false, isLocked = false } = entry;
  return { place, title, tags, views, isPinned, isLocked, at, posts };
}

type Around = { people: readonly StarterPerson[]; now: Date; random: Random };

function buildPost(entry: PostEntry, at: Date, around: Around): DemoPost {
  const before = entry.before ?? [];
  const later = (hours: number) => new Date(Math.min(at.getTime() + hours * HOUR_MS, around.now.getTime()));
  return {
    username: entry.by,
    text: entry.text,
    at,
    before: before.map((version, count) => ({ ...version, at: later(count / 2) })),
    reason: entry.reason ?? null,
    editedAt: before.length > 0 ? later(before.length / 2) : null,
    removed: entry.removed === undefined ? null : { reason: entry.removed, at: later(0.5) },
    pictures: new Map(Object.entries(entry.pictures ?? {})),
    likes: likesOf(entry, at, around),
  };
}

/** Picks the people who like a post, one for each like. Excludes its author and everyone who joined after it was posted. */
function likesOf({ by, likes }: PostEntry, at: Date, { people, now, random }: Around): DemoPost['likes'] {
  const others = people.filter(({ username, createdAt }) => username !== by && createdAt < at);
  return others
    .map((person) => ({ person, turn: random() }))
    .sort((a, b) => a.turn - b.turn)
    .slice(0, likes)
    .map(({ person }) => ({
      username: person.username,
      at: new Date(at.getTime() + random() ** 2 * (now.getTime() - at.getTime())),
    }));
}
