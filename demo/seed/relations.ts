/** Actions by the demo's people: likes, saves, follows, downloads and the resulting activity. */

import { DAY_MS } from '#contract/durations.ts';
import { createRandom, pick, type Random, seedFrom } from '#demo/art/random.ts';
import { CATALOGUE } from '#demo/content/list.ts';
import {
  buildDemo,
  buildElements,
  buildWaiting,
  demoPeople,
  type StarterPerson,
  type StarterResource,
} from './build.ts';
import { type DemoCollection, demoCollections } from './collections.ts';

export const ACTIVITY_DAYS = 60;

export type ActivityType = 'USER_REGISTRATION' | 'UPLOAD' | 'DOWNLOAD' | 'LOGIN' | 'PREMIUM_PURCHASE' | 'APPLICATION';

type Mark = {
  readonly username: string;
  readonly resourceKey: string;
  readonly at: Date;
};

export type DemoRelations = {
  /** At most one like and one save per person and resource. */
  readonly likes: readonly Mark[];
  readonly saves: readonly Mark[];
  readonly follows: readonly { readonly username: string; readonly followed: string; readonly at: Date }[];
  /** At most one per person, resource and day. For visitors, `username` is null and `visitor` identifies them. */
  readonly downloads: readonly {
    readonly username: string | null;
    readonly visitor: string | null;
    readonly resourceKey: string;
    readonly filePath: string;
    readonly at: Date;
  }[];
  readonly collections: readonly DemoCollection[];
  /** The applications in the activity, with their outcomes. The last two are still open. */
  readonly applications: readonly {
    readonly username: string;
    readonly at: Date;
    readonly refused: { readonly at: Date; readonly reason: string } | null;
  }[];
  /** Views per resource, always more than its likes, saves and downloads combined. */
  readonly views: ReadonlyMap<string, number>;
  /** Covers the last 60 days, oldest first. */
  readonly activity: readonly {
    readonly type: ActivityType;
    readonly username: string | null;
    readonly resourceKey: string | null;
    readonly details: string;
    readonly at: Date;
  }[];
};

/** All relations, deterministic except for the dates, which shift with `now`. Only Premium members download Premium files. */
export function demoRelations(now: Date): DemoRelations {
  const people = demoPeople(now);
  const resources = [...buildElements(now), ...buildDemo(now)];
  const random = createRandom('relations');
  const likes: Mark[] = [];
  const saves: Mark[] = [];
  const downloads: DemoRelations['downloads'][number][] = [];
  const views = new Map<string, number>();
  for (const resource of resources) {
    const appeal = appealOf(resource);
    for (const person of people) {
      if (person.username === resource.authorUsername) continue;
      const taste = 0.35 + createRandom(seedFrom(`${person.username}/${resource.type}`))() * 1.1;
      const mark = () => ({
        username: person.username,
        resourceKey: resource.key,
        at: after(random, person, resource, now),
      });
      if (random() < appeal * taste * 0.62) likes.push(mark());
      if (random() < appeal * taste * 0.24) saves.push(mark());
      const allowed = !isPremium(resource) || person.premium || person.role === 'ADMIN';
      if (allowed && random() < appeal * taste * 0.55)
        downloads.push({ ...mark(), visitor: null, filePath: anyPath(random, resource) });
    }
    const visits = isPremium(resource) ? 0 : Math.round(appeal ** 2 * 110 * (0.5 + random()));
    for (let i = 0; i < visits; i++) {
      downloads.push({
        username: null,
        visitor: `demo-visitor-${Math.floor(random() * 900)}-${resource.key}-${i}`,
        resourceKey: resource.key,
        filePath: anyPath(random, resource),
        at: between(random, resource.createdAt, now),
      });
    }
    const seen = (list: readonly { resourceKey: string }[]) =>
      list.filter(({ resourceKey }) => resourceKey === resource.key).length;
    const engaged = seen(likes) + seen(saves) + seen(downloads);
    views.set(resource.key, Math.round(engaged * (2.2 + random() * 2.4)) + 12);
  }
  const follows = followsOf(random, people, now);
  const activity = activityOf(random, people, [...resources, ...buildWaiting(now)], downloads, now);
  const applications = applicationsOf(activity, people);
  return { likes, saves, follows, downloads, collections: demoCollections(now), applications, views, activity };
}

/** Popularity of a resource, 0 to 1. The house elements get a bonus. */
function appealOf(resource: StarterResource): number {
  const own = createRandom(`appeal:${resource.key}`)();
  return 0.22 + own ** 1.5 * 0.6 + (resource.slug ? 0.16 : 0);
}

function isPremium(resource: StarterResource): boolean {
  return resource.category.toLowerCase().includes('premium');
}

function anyPath(random: Random, resource: StarterResource): string {
  return pick(random, resource.files).path;
}

function after(random: Random, person: StarterPerson, resource: StarterResource, now: Date): Date {
  const start = new Date(Math.max(person.createdAt.getTime(), resource.createdAt.getTime()));
  return between(random, start, now);
}

/** A random date, weighted towards recent dates. */
function between(random: Random, from: Date, to: Date): Date {
  const share = 1 - random() ** 1.5;
  return new Date(from.getTime() + (to.getTime() - from.getTime()) * (0.02 + 0.96 * share));
}

function followsOf(random: Random, people: readonly StarterPerson[], now: Date): DemoRelations['follows'] {
  const authors = CATALOGUE.map(([author, entries]) => ({ author, weight: entries.length / 10 }));
  return people.flatMap((person) =>
    authors
      .filter(({ author, weight }) => author !== person.username && random() < 0.12 + weight * 0.34)
      .map(({ author }) => ({
        username: person.username,
        followed: author,
        at: between(random, person.createdAt, now),
      })),
  );
}

const OPEN_APPLICATIONS = 2;
const REFUSAL = 'Please add two or three pieces of your own work, so we can see how you package them.';

/** Builds an application for each APPLICATION entry in the activity, but only if the applicant is a regular user. */
function applicationsOf(
  activity: DemoRelations['activity'],
  people: readonly StarterPerson[],
): DemoRelations['applications'] {
  const members = new Set(people.filter(({ role }) => role === 'USER').map(({ username }) => username));
  const sent = activity.flatMap(({ type, username, at }) =>
    type === 'APPLICATION' && username !== null && members.has(username) ? [{ username, at }] : [],
  );
  return sent.map(({ username, at }, place) => ({
    username,
    at,
    refused: place < sent.length - OPEN_APPLICATIONS ? { at: new Date(at.getTime() + DAY_MS), reason: REFUSAL } : null,
  }));
}

function activityOf(
  random: Random,
  people: readonly StarterPerson[],
  resources: readonly StarterResource[],
  downloads: DemoRelations['downloads'],
  now: Date,
): DemoRelations['activity'] {
  const since = now.getTime() - ACTIVITY_DAYS * DAY_MS;
  const activity: DemoRelations['activity'][number][] = [];
  const add = (
    type: ActivityType,
    username: string | null,
    at: Date,
    resourceKey: string | null = null,
    details = '',
  ) => {
    if (at.getTime() >= since && at <= now) activity.push({ type, username, resourceKey, details, at });
  };
  for (const { username, createdAt, role, premium } of people) {
    add('USER_REGISTRATION', username, createdAt, null, 'Created an account');
    const applied = `${username} applied to become a leaker`;
    if (role === 'LEAKER') add('APPLICATION', username, new Date(createdAt.getTime() + DAY_MS / 3), null, applied);
    if (premium)
      add('PREMIUM_PURCHASE', username, new Date(now.getTime() - (2 + random() * 55) * DAY_MS), null, 'Monthly');
    const rhythm = 0.05 + random() * 0.22;
    for (let day = 0; day < ACTIVITY_DAYS; day++) {
      const at = new Date(now.getTime() - (day + random()) * DAY_MS);
      if (random() < rhythm && at > createdAt) add('LOGIN', username, at, null, 'Logged in');
    }
  }
  for (const [i, day] of [3, 11, 19, 34, 47].entries()) {
    const applicant = people.filter(({ role }) => role === 'USER')[i * 9 + 2];
    if (!applicant) continue;
    const { username } = applicant;
    const at = new Date(now.getTime() - (day + random()) * DAY_MS);
    add('APPLICATION', username, at, null, `${username} applied to become a leaker`);
  }
  for (const { authorUsername, createdAt, key, title } of resources)
    add('UPLOAD', authorUsername, createdAt, key, `${authorUsername} uploaded ${title}`);
  const titles = new Map(resources.map(({ key, title }) => [key, title]));
  for (const { username, resourceKey, at } of downloads)
    add('DOWNLOAD', username, at, resourceKey, `Downloaded ${titles.get(resourceKey)}`);
  return activity.sort((a, b) => a.at.getTime() - b.at.getTime());
}
