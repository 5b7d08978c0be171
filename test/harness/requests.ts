// Resource requests for tests.
import { createHash, randomUUID } from 'node:crypto';
import type { RequestStatus } from '#contract/requests/api.ts';
import { createOutgoing, type Outgoing, type OutgoingOptions } from '#server/kit/outgoing/outgoing.ts';
import type { TestApp } from './harness.ts';

/** A client for outgoing requests. It can resolve only the host names of fakes. */
export function nowhere(options: Pick<OutgoingOptions, 'standIn' | 'fakes' | 'site'> = {}): Outgoing {
  return createOutgoing({
    ...options,
    lookup: async () => [],
    dial: async () => {
      throw new Error('tests never connect');
    },
  });
}

type GivenRequest = {
  userId: string | null;
  name?: string;
  status?: RequestStatus;
  at?: Date;
  votes?: number;
  premiumVotes?: number;
  link?: string;
  ogImage?: string;
};

let lastMoment = 0;
/** The current time, but at least one millisecond after the previous result, so that rows added later are always newer. */
const nextMoment = (): Date => {
  lastMoment = Math.max(Date.now(), lastMoment + 1);
  return new Date(lastMoment);
};

/** Adds a request as a row, with its author's vote and the given number of anonymous votes. */
export async function addRequest({ db }: Pick<TestApp, 'db'>, given: GivenRequest): Promise<string> {
  const {
    userId,
    name = 'A pack of light leaks',
    status = 'Pending',
    at = nextMoment(),
    votes = 1,
    premiumVotes = 0,
  } = given;
  const link = given.link ?? `https://shop.example/${randomUUID()}`;
  const { id } = await db
    .insertInto('resource_requests')
    .values({
      user_id: userId,
      name,
      link,
      host: new URL(link).hostname,
      link_key: createHash('sha256').update(link).digest('base64url'),
      status,
      og_image: given.ogImage ?? null,
      votes,
      premium_votes: premiumVotes,
      created_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (userId !== null)
    await db
      .insertInto('request_votes')
      .values({ request_id: id, user_id: userId, is_premium: premiumVotes > 0, tells: true, created_at: at })
      .execute();
  return id;
}

let links = 0;
/** Form input for a new request that matches no existing one. */
export function newRequest(changes: object = {}) {
  links += 1;
  return { resourceName: `Pack ${links}`, resourceLink: `https://shop-${links}.example/pack`, ...changes };
}
