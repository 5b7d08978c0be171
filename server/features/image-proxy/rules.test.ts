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

describe('a picture that somebody wants to see', () => {
  it.each<[string, Known | undefined, ReturnType<typeof decideReading>]>([
    ['is read when nobody asked before', undefined, 'read'],
    ['is shown while it is fresh', known({ key: 'a', readAt: ago(7 * DAY - 1) }), 'show'],
    ['is read again after a week', known({ key: 'a', readAt: ago(7 * DAY) }), 'read'],
    ['is shown while it is read again', known({ key: 'a', readAt: ago(8 * DAY), readingUntil: ago(-1) }), 'show'],
    ['is shown when it could not be read again', known({ key: 'a', readAt: ago(8 * DAY), failedAt: ago(1) }), 'show'],
    ['is waited for while it is read first', known({ readingUntil: ago(-1) }), 'wait'],
    ['is read by the next when a reader died', known({ readingUntil: now }), 'read'],
    ['is refused for a while after a failure', known({ failedAt: ago(10 * MINUTE - 1) }), 'refuse'],
    ['is tried again after that', known({ failedAt: ago(10 * MINUTE) }), 'read'],
    ['is read again when it was read by a clock far ahead', known({ key: 'a', readAt: ago(-8 * DAY) }), 'read'],
    ['is tried again when it failed by a clock far ahead', known({ failedAt: ago(-DAY) }), 'read'],
    ['is read when a clock far ahead began to', known({ readingUntil: ago(-DAY) }), 'read'],
    ['is waited for while it is tried again', known({ failedAt: ago(DAY), readingUntil: ago(-1) }), 'wait'],
  ])('%s', (_about, what, decision) => expect(decideReading(what, now)).toBe(decision));
});

describe("a resource's own pictures", () => {
  it('are those that the site shows of it', () => {
    expect(ownPictures({ thumbnailKey: 'a/b', stripKey: 'a/c-strip.webp' })).toEqual([
      '/public/thumbnails/a/b-320.webp',
      '/public/thumbnails/a/b-640.webp',
      '/public/thumbnails/a/b-1280.webp',
      '/public/thumbnails/a/c-strip.webp',
    ]);
    expect(new Set(ownPictures({ thumbnailKey: null, stripKey: null })).size).toBe(1);
  });
});
