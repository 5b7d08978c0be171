import { describe, expect, it } from 'vitest';
import { decideReading, type Known, ownPictures } from './rules.ts';

const now = new Date('2026-03-04T05:06:07.000Z');
const MINUTE = 60_000;
const DAY = 86_400_000;
const ago = (ms: number) => new Date(now.getTime() - ms);
const known = (changes: Partial<Known>): Known => ({
  key: null,
  readAt: ago(MINUTE),
  failedAt: null,
  readingUntil: ago(MINUTE),
  ...changes,
});

describe('a requested image', () => {
  it.each<[string, Known | undefined, ReturnType<typeof decideReading>]>([
    ['is fetched if it was never requested before', undefined, 'read'],
    ['is sent from storage while fresh', known({ key: 'a', readAt: ago(7 * DAY - 1) }), 'show'],
    ['is fetched again after a week', known({ key: 'a', readAt: ago(7 * DAY) }), 'read'],
    ['is sent while it is fetched again', known({ key: 'a', readAt: ago(8 * DAY), readingUntil: ago(-1) }), 'show'],
    ['is sent if fetching it again failed', known({ key: 'a', readAt: ago(8 * DAY), failedAt: ago(1) }), 'show'],
    ['is awaited while it is fetched for the first time', known({ readingUntil: ago(-1) }), 'wait'],
    ['is fetched by the next request if the last one died', known({ readingUntil: now }), 'read'],
    ['is refused for a while after a failure', known({ failedAt: ago(10 * MINUTE - 1) }), 'refuse'],
    ['is retried after that', known({ failedAt: ago(10 * MINUTE) }), 'read'],
    ['is fetched again if its timestamp is far in the future', known({ key: 'a', readAt: ago(-8 * DAY) }), 'read'],
    ['is retried if its failure is dated far in the future', known({ failedAt: ago(-DAY) }), 'read'],
    ['is fetched if a fetch in progress is dated far in the future', known({ readingUntil: ago(-DAY) }), 'read'],
    ['is awaited while it is being retried', known({ failedAt: ago(DAY), readingUntil: ago(-1) }), 'wait'],
  ])('%s', (_about, what, decision) => expect(decideReading(what, now)).toBe(decision));
});

describe("a resource's own pictures", () => {
  it('are all files the site shows for it', () => {
    expect(ownPictures({ thumbnailKey: 'a/b', stripKey: 'a/c-strip.webp' })).toEqual([
      '/public/thumbnails/a/b-320.webp',
      '/public/thumbnails/a/b-640.webp',
      '/public/thumbnails/a/b-1280.webp',
      '/public/thumbnails/a/c-strip.webp',
    ]);
    expect(new Set(ownPictures({ thumbnailKey: null, stripKey: null })).size).toBe(1);
  });
});
