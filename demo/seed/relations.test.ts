import { describe, expect, it } from 'vitest';
import { DAY_MS } from '#contract/durations.ts';
import { buildDemo, buildElements, demoPeople, houseAccount } from './build.ts';
import { ACTIVITY_DAYS, demoRelations } from './relations.ts';

const NOW = new Date('2026-11-21T12:00:00Z');
const relations = demoRelations(NOW);
const resources = new Map([...buildElements(NOW), ...buildDemo(NOW)].map((resource) => [resource.key, resource]));
const people = new Map([houseAccount(NOW), ...demoPeople(NOW)].map((person) => [person.username, person]));

describe('relations', () => {
  it('refer only to existing people and assets, and are dated after both were created and before now', () => {
    for (const { username, resourceKey, at } of [...relations.likes, ...relations.saves, ...relations.downloads]) {
      const resource = resources.get(resourceKey);
      expect(resource).toBeDefined();
      expect(at.getTime()).toBeGreaterThan(resource?.createdAt.getTime() ?? Number.POSITIVE_INFINITY);
      expect(at.getTime()).toBeLessThanOrEqual(NOW.getTime());
      if (username === null) continue;
      expect(at.getTime()).toBeGreaterThan(people.get(username)?.createdAt.getTime() ?? Number.POSITIVE_INFINITY);
      expect(username).not.toBe(resource?.authorUsername);
    }
  });

  it('contain each like, save and follow only once', () => {
    for (const list of [relations.likes, relations.saves]) {
      expect(new Set(list.map(({ username, resourceKey }) => `${username} ${resourceKey}`)).size).toBe(list.length);
    }
    expect(new Set(relations.follows.map((f) => `${f.username} ${f.followed}`)).size).toBe(relations.follows.length);
    expect(relations.follows.every(({ username, followed }) => username !== followed)).toBe(true);
  });

  it('contain at most one download per person, asset and day, of an existing file', () => {
    const keys = relations.downloads.map(
      (d) => `${d.username ?? d.visitor} ${d.resourceKey} ${d.at.toISOString().slice(0, 10)}`,
    );
    expect(new Set(keys).size).toBe(keys.length);
    for (const { resourceKey, filePath } of relations.downloads) {
      expect(resources.get(resourceKey)?.files.some(({ path }) => path === filePath)).toBe(true);
    }
  });

  it('have Premium assets downloaded only by Premium members and admins', () => {
    for (const { username, resourceKey } of relations.downloads) {
      if (!resources.get(resourceKey)?.category.includes('Premium')) continue;
      const person = people.get(username ?? '');
      expect(person?.premium || person?.role === 'ADMIN').toBe(true);
    }
  });

  it('contain public and private collections of assets that existed when the collection was created', () => {
    const names = relations.collections.map(({ username, name }) => `${username} ${name}`);
    expect(new Set(names).size).toBe(names.length);
    expect(relations.collections.some(({ isPublic }) => !isPublic)).toBe(true);
    for (const { username, resourceKeys, at, name } of relations.collections) {
      expect(people.get(username)?.createdAt.getTime(), username).toBeLessThan(at.getTime());
      expect(new Set(resourceKeys).size).toBe(resourceKeys.length);
      expect(resourceKeys.length, name).toBeGreaterThanOrEqual(3);
      for (const key of resourceKeys) expect(resources.get(key)?.createdAt.getTime()).toBeLessThan(at.getTime());
    }
  });

  it('contain applications by members other than the demo accounts, two of them open', () => {
    const { applications } = relations;
    expect(applications.filter(({ refused }) => refused === null)).toHaveLength(2);
    expect(applications.length).toBeGreaterThan(2);
    expect(new Set(applications.map(({ username }) => username)).size).toBe(applications.length);
    for (const { username, at, refused } of applications) {
      expect(people.get(username)?.role).toBe('USER');
      expect(username).not.toMatch(/-demo$/);
      expect(relations.activity).toContainEqual(expect.objectContaining({ type: 'APPLICATION', username, at }));
      if (refused) expect(refused.at.getTime()).toBeLessThanOrEqual(NOW.getTime());
    }
  });

  it('count more views than likes, saves and downloads', () => {
    for (const [key, views] of relations.views) {
      const engaged = [...relations.likes, ...relations.saves, ...relations.downloads].filter(
        ({ resourceKey }) => resourceKey === key,
      );
      expect(views).toBeGreaterThan(engaged.length);
    }
  });

  it('fill sixty days with activity of every type, in order and deterministically', () => {
    const times = relations.activity.map(({ at }) => at.getTime());
    expect(times).toEqual([...times].sort((a, b) => a - b));
    expect(times[0]).toBeGreaterThanOrEqual(NOW.getTime() - ACTIVITY_DAYS * DAY_MS);
    const days = new Set(times.map((time) => Math.floor((NOW.getTime() - time) / DAY_MS)));
    expect(days.size).toBeGreaterThanOrEqual(ACTIVITY_DAYS - 2);
    expect(new Set(relations.activity.map(({ type }) => type)).size).toBe(6);
    expect(JSON.stringify(demoRelations(NOW))).toBe(JSON.stringify(relations));
  });
});
