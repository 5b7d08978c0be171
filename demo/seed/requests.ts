/** The demo's requests with their dates and votes. */
import { DAY_MS } from '#contract/durations.ts';
import type { RequestStatus } from '#contract/requests/api.ts';
import { createRandom } from '#demo/art/random.ts';
import { REQUESTS, type RequestEntry } from '#demo/content/requests.ts';
import { demoPeople, type StarterPerson } from './build.ts';

export type DemoRequest = {
  readonly username: string;
  readonly name: string;
  readonly link: string;
  readonly says: RequestEntry['says'] | null;
  readonly status: RequestStatus;
  readonly note: string;
  readonly resourceKey: string | null;
  readonly decidedAt: Date | null;
  readonly at: Date;
  /** The requester's own vote comes first. */
  readonly votes: readonly { readonly username: string; readonly isPremium: boolean; readonly at: Date }[];
};

/** All requests, oldest first. Deterministic for a given `now`. */
export function demoRequests(now: Date): DemoRequest[] {
  const people = demoPeople(now);
  return REQUESTS.map((entry) => buildRequest(entry, people, now)).sort((a, b) => a.at.getTime() - b.at.getTime());
}

function buildRequest(entry: RequestEntry, people: readonly StarterPerson[], now: Date): DemoRequest {
  const { by, name, link, says = null, decided } = entry;
  const at = new Date(now.getTime() - entry.daysAgo * DAY_MS);
  const random = createRandom(`request:${link}`);
  // Votes are spread over the first two thirds of the time since the request was made. Decisions are made after that.
  const later = (share: number) => new Date(at.getTime() + share * (now.getTime() - at.getTime()));
  const others = people
    .filter(({ username, createdAt, premium }) => username !== by && createdAt < at && (entry.forAll || !premium))
    .map((person) => ({ person, turn: random() }))
    .sort((a, b) => a.turn - b.turn)
    .slice(0, entry.votes)
    .map(({ person }) => ({ username: person.username, isPremium: person.premium, at: later(random() * 0.66) }));
  const isPremium = people.some(({ username, premium }) => username === by && premium);
  const status = decided?.status ?? 'Pending';
  return {
    username: by,
    name,
    link,
    says,
    status,
    note: decided?.note ?? '',
    resourceKey: decided?.resourceKey ?? null,
    decidedAt: status === 'Fulfilled' || status === 'Rejected' ? later(0.8) : null,
    at,
    votes: [{ username: by, isPremium, at }, ...others],
  };
}
