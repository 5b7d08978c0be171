// How Patreon's API responses about memberships are parsed.
import { createServer, type Server } from 'node:http';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { RateLimitedError, TokenRevokedError, UnexpectedResponseError } from '#server/kit/outgoing/errors.ts';
import { createCampaign } from './patreon-campaign.ts';

type Answer = { status?: number; headers?: Record<string, string>; body: string };

let server: Server;
let base = '';
let answer: Answer;
const seen: { url: string; agent: string }[] = [];

beforeAll(async () => {
  server = createServer((request, reply) => {
    seen.push({ url: request.url ?? '', agent: String(request.headers['user-agent'] ?? '') });
    reply.writeHead(answer.status ?? 200, { 'content-type': 'application/json', ...answer.headers });
    reply.end(answer.body);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  base = `http://127.0.0.1:${(server.address() as { port: number }).port}`;
});
beforeEach(() => {
  seen.length = 0;
});
afterEach(() => expect(seen.every(({ agent }) => agent.startsWith('Helix'))).toBe(true));
afterAll(() => new Promise((done) => server.close(done)));

const campaignWith = (id: string | null) => {
  const patreon = { clientId: 'stand-in', clientSecret: 'secret', base };
  const campaign = createCampaign({ providers: { patreon }, campaign: { id } }, { now: () => new Date() });
  if (!campaign) throw new Error('Patreon is not set up');
  return campaign;
};

const resource = (changes: Record<string, unknown> = {}, campaign = '11') => ({
  type: 'member',
  id: 'm1',
  attributes: { patron_status: 'active_patron', last_charge_status: 'Paid', ...changes },
  relationships: {
    campaign: { data: { type: 'campaign', id: campaign } },
    user: { data: { type: 'user', id: 'p1' } },
    currently_entitled_tiers: { data: [] },
  },
});

const answerWith = (body: unknown, more: Omit<Answer, 'body'> = {}): void => {
  answer = { ...more, body: typeof body === 'string' ? body : JSON.stringify(body) };
};

const identity = (...included: object[]) => ({ data: { type: 'user', id: 'p1', attributes: {} }, included });

describe('a member', () => {
  it('has the values that Patreon sends, and defaults for the rest', async () => {
    answerWith({
      data: resource({
        email: 'Paula@Mailbox.example',
        next_charge_date: '2026-12-20T00:00:00.000+00:00',
        last_charge_status: 'A status of next year',
        currently_entitled_amount_cents: null,
      }),
    });
    expect(await campaignWith('11').member('token', 'm1')).toEqual({
      memberId: 'm1',
      patronId: 'p1',
      email: 'paula@mailbox.example',
      patronStatus: 'active_patron',
      lastChargeStatus: 'A status of next year',
      lastChargeAt: null,
      nextChargeAt: new Date('2026-12-20T00:00:00Z'),
      cents: 0,
      lifetimeCents: 0,
      cadenceMonths: null,
      isFreeTrial: false,
      isGifted: false,
      tiers: [],
    });
  });

  it('is requested with an encoded ID', async () => {
    answerWith({ data: resource() });
    await campaignWith('11').member('token', '../identity?x=1');
    expect(seen[0]?.url).toMatch(/^\/api\/oauth2\/v2\/members\/\.\.%2Fidentity%3Fx%3D1\?/);
  });

  it('that Patreon no longer knows is null', async () => {
    answerWith({ errors: [{ status: '404', title: 'Not found.' }] }, { status: 404 });
    expect(await campaignWith('11').member('token', 'm1')).toBeNull();
  });

  it('of another campaign is an error, not a lost membership', async () => {
    answerWith({ data: resource() });
    await expect(campaignWith('12').member('token', 'm1')).rejects.toThrow(UnexpectedResponseError);
  });

  it.each([
    ['404 from a proxy', '<h1>Not Found</h1>', 404],
    ['an error', { errors: [{ status: '500' }] }, 500],
    ['an error with 403', { errors: [{ status: '403' }] }, 403],
    ['another type', { data: { ...resource(), type: 'user' } }, 200],
    ['an unknown patron status', { data: resource({ patron_status: 'lapsed' }) }, 200],
    ['an invalid date', { data: resource({ next_charge_date: 'soon' }) }, 200],
    ['a membership without a person', { data: { ...resource(), relationships: {} } }, 200],
    ['a list', [], 200],
    ['invalid JSON', '<!doctype html>', 200],
  ])('is never made from %s', async (_name, body, status) => {
    answerWith(body, { status });
    await expect(campaignWith(null).member('token', 'm1')).rejects.toThrow();
  });

  it.each([{}, { 'www-authenticate': 'Bearer realm="api", error="invalid_token"' }])(
    'throws TokenRevokedError when the token is rejected (%o)',
    async (headers) => {
      answerWith({ errors: [{ status: '401' }] }, { status: 401, headers: headers as Record<string, string> });
      await expect(campaignWith('11').member('token', 'm1')).rejects.toThrow(TokenRevokedError);
    },
  );
});

describe('a rate limit is reported', () => {
  it.each([
    ['with the time in the body', { errors: [{ retry_after_seconds: 9 }] }, {}, 9000],
    ['with the time in the header', 'slow down', { 'retry-after': '30' }, 30_000],
    ['with a default time when none is given', 'slow down', {}, 60_000],
    ['with a maximum when the time is implausible', { errors: [{ retry_after_seconds: 1e9 }] }, {}, 3_600_000],
  ])('%s', async (_name, body, headers, waits) => {
    answerWith(body, { status: 429, headers: headers as Record<string, string> });
    const error = await campaignWith('11')
      .member('token', 'm1')
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(RateLimitedError);
    expect((error as RateLimitedError).retryAfterMs).toBe(waits);
  });
});

describe('the membership of a person', () => {
  it('is the one of this campaign', async () => {
    answerWith(identity({ ...resource({}, '7'), id: 'm7' }, resource(), { type: 'tier', id: '1' }));
    const told = { member: { memberId: 'm1', patronId: 'p1' }, elsewhere: ['m7'] };
    expect(await campaignWith('11').membershipOf('token')).toMatchObject(told);
    expect(await campaignWith('12').membershipOf('token')).toEqual({ member: null, elsewhere: ['m7', 'm1'] });
  });

  it('is the only one when the campaign’s ID is not set, and an error if there are several', async () => {
    answerWith(identity(resource({}, '7')));
    expect(await campaignWith(null).membershipOf('token')).toMatchObject({ member: { memberId: 'm1' } });
    answerWith(identity(resource({}, '7'), resource()));
    await expect(campaignWith(null).membershipOf('token')).rejects.toThrow('without its id');
    answerWith(identity());
    expect(await campaignWith(null).membershipOf('token')).toEqual({ member: null, elsewhere: [] });
  });
});

describe('a page of members', () => {
  it('is followed by the next through its cursor', async () => {
    answerWith({ data: [resource()], meta: { pagination: { cursors: { next: 'abc' }, total: 2 } } });
    const page = await campaignWith('11').members('token', 'a b');
    expect([page.members.length, page.next]).toEqual([1, 'abc']);
    expect(seen[0]?.url).toContain('page%5Bcursor%5D=a+b');
  });

  it.each([{ cursors: { next: null } }, { cursors: null }, { total: 0 }])('is the last with %o', async (pagination) => {
    answerWith({ data: [], meta: { pagination } });
    expect(await campaignWith('11').members('token', null)).toEqual({ members: [], odd: 0, next: null });
  });

  it.each([
    ['without a person', { ...resource(), relationships: {} }],
    ['with an unknown patron status', resource({ patron_status: 'paused_patron' })],
    ['that is not a membership', 'm1'],
  ])('skips and counts a membership %s', async (_name, odd) => {
    answerWith({ data: [resource(), odd, resource()], meta: { pagination: {} } });
    expect(await campaignWith('11').members('token', null)).toMatchObject({ members: { length: 2 }, odd: 1 });
  });

  it.each([
    [{ data: [] }, 200],
    [{ errors: [{ status: '404' }] }, 404],
  ])('is never made from %j', async (body, status) => {
    answerWith(body, { status });
    await expect(campaignWith('11').members('token', null)).rejects.toThrow();
  });
});
