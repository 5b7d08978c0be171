import { describe, expect, it } from 'vitest';
import { REQUEST_STATUSES } from '#contract/requests/limits.ts';
import { isRefusedLink } from '#server/features/requests/refused-links.ts';
import { parseRequestedLink } from '#server/features/requests/rules.ts';
import { buildDemo, demoPeople } from './build.ts';
import { demoRequests } from './requests.ts';

const NOW = new Date('2026-11-28T12:00:00Z');
const requests = demoRequests(NOW);
const people = new Map(demoPeople(NOW).map((person) => [person.username, person]));
const resources = new Map(buildDemo(NOW).map((resource) => [resource.key, resource]));

describe('the demo’s requests', () => {
  it('cover every status and link to fictional shops that the board accepts', () => {
    expect(requests.length).toBeGreaterThanOrEqual(25);
    expect(new Set(requests.map(({ status }) => status))).toEqual(new Set(REQUEST_STATUSES));
    for (const { link } of requests)
      expect([new URL(link).host.endsWith('.example'), isRefusedLink(link)]).toEqual([true, false]);
    expect(new Set(requests.map(({ link }) => parseRequestedLink(link)?.key)).size).toBe(requests.length);
  });

  it('have unique votes by people who had joined by then, all cast before the decision', () => {
    for (const { name, username, votes, at, decidedAt } of requests) {
      expect(votes[0], name).toMatchObject({ username, at });
      expect(new Set(votes.map((vote) => vote.username)).size, name).toBe(votes.length);
      for (const vote of votes) {
        expect(people.get(vote.username)?.createdAt.getTime(), name).toBeLessThan(vote.at.getTime());
        expect(vote.at.getTime(), name).toBeLessThanOrEqual((decidedAt ?? NOW).getTime());
      }
    }
  });

  it('are fulfilled by public assets added after the request', () => {
    const fulfilled = requests.filter(({ status }) => status === 'Fulfilled');
    expect(fulfilled.length).toBeGreaterThan(0);
    for (const { name, resourceKey, at, decidedAt } of fulfilled) {
      const madeAt = resources.get(resourceKey ?? '')?.createdAt.getTime();
      expect(madeAt, name).toBeGreaterThan(at.getTime());
      expect(madeAt, name).toBeLessThan(decidedAt?.getTime() ?? 0);
    }
  });
});
