// What Patreon's API answers about memberships, and what of it is taken.
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
  it('has what Patreon says, and nothing where it says nothing', async () => {
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

  it('is asked for by an id that cannot lead elsewhere', async () => {
    answerWith({ data: resource() });
    await campaignWith('11').member('token', '../identity?x=1');
    expect(seen[0]?.url).toMatch(/^\/api\/oauth2\/v2\/members\/\.\.%2Fidentity%3Fx%3D1\?/);
  });

  it('that Patreon does not know any more is none', async () => {
    answerWith({ errors: [{ status: '404', title: 'Not found.' }] }, { status: 404 });
    expect(await campaignWith('11').member('token', 'm1')).toBeNull();
  });

  it('of another campaign is no answer: nobody is gone for it', async () => {
    answerWith({ data: resource() });
    await expect(campaignWith('12').member('token', 'm1')).rejects.toThrow(UnexpectedResponseError);
  });

  it.each([
    ['404 of something on the way', '<h1>Not Found</h1>', 404],
    ['an error', { errors: [{ status: '500' }] }, 500],
    ['an error with 403', { errors: [{ status: '403' }] }, 403],
    ['another type', { data: { ...resource(), type: 'user' } }, 200],
    ['a status of a patron that is not known', { data: resource({ patron_status: 'lapsed' }) }, 200],
    ['a date that is none', { data: resource({ next_charge_date: 'soon' }) }, 200],
    ['a membership without its person', { data: { ...resource(), relationships: {} } }, 200],
    ['a list', [], 200],
    ['no JSON', '<!doctype html>', 200],
  ])('is nothing that %s tells of', async (_name, body, status) => {
    answerWith(body, { status });
    await expect(campaignWith(null).member('token', 'm1')).rejects.toThrow();
  });

  it.each([{}, { 'www-authenticate': 'Bearer realm="api", error="invalid_token"' }])(
    'of a token that is refused is told apart (%o)',
    async (headers) => {
      answerWith({ errors: [{ status: '401' }] }, { status: 401, headers: headers as Record<string, string> });
      await expect(campaignWith('11').member('token', 'm1')).rejects.toThrow(TokenRevokedError);
    },
  );
});

describe('being asked to wait', () => {
  it.each([
    ['by the body', { errors: [{ retry_after_seconds: 9 }] }, {}, 9000],
    ['by the header', 'slow down', { 'retry-after': '30' }, 30_000],
    ['for no time that is told', 'slow down', {}, 60_000],
    ['for longer than can be true', { errors: [{ retry_after_seconds: 1e9 }] }, {}, 3_600_000],
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

  it('is the only one where the campaign’s id is not known, and none of several', async () => {
    answerWith(identity(resource({}, '7')));
    expect(await campaignWith(null).membershipOf('token')).toMatchObject({ member: { memberId: 'm1' } });
    answerWith(identity(resource({}, '7'), resource()));
    await expect(campaignWith(null).membershipOf('token')).rejects.toThrow('without its id');
    answerWith(identity());
    expect(await campaignWith(null).membershipOf('token')).toEqual({ member: null, elsewhere: [] });
  });
});

describe('a page of members', () => {
  it('leads to the next by its cursor', async () => {
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
    ['without its person', { ...resource(), relationships: {} }],
    ['with a status of a patron that is not known', resource({ patron_status: 'paused_patron' })],
    ['that is no membership', 'm1'],
  ])('leaves out one %s, and tells of it', async (_name, odd) => {
    answerWith({ data: [resource(), odd, resource()], meta: { pagination: {} } });
    expect(await campaignWith('11').members('token', null)).toMatchObject({ members: { length: 2 }, odd: 1 });
  });

  it.each([
    [{ data: [] }, 200],
    [{ errors: [{ status: '404' }] }, 404],
  ])('is not %j', async (body, status) => {
    answerWith(body, { status });
    await expect(campaignWith('11').members('token', null)).rejects.toThrow();
  });
});
