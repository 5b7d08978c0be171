// Tests Patreon's webhooks, which can be late, repeated, out of order, forged or oversized (http-107).
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type CampaignSite, startCampaign } from '#test/harness/campaign.ts';
import { type Person, startTestApp } from '#test/harness/harness.ts';

const MINUTE = 60_000;

let site: CampaignSite;
let member: Person;
let patron: string;

beforeAll(async () => {
  site = await startCampaign();
});
beforeEach(async () => {
  member = await site.addPerson('member');
  patron = site.addPatron('active');
  await site.link(member, patron);
  await site.forgetJobs();
});
afterAll(() => site.stop());

type Message = ReturnType<CampaignSite['campaign']['hook']>;

const send = async (message: Message): Promise<number> => (await site.call(message)).statusCode;

const about = (event = 'members:pledge:update', who = patron): Message => site.campaign.hook(event, who);

const withHeaders = (message: Message, headers: Record<string, string>): Message => ({
  ...message,
  headers: { ...message.headers, ...headers },
});

const waitingFor = async (who = patron) => {
  const memberId = site.campaign.members.get(who)?.id;
  return (await site.waiting()).filter(({ payload }) => (payload as { memberId?: string }).memberId === memberId);
};

describe('a webhook', () => {
  it.each([
    ['cancelled', true],
    ['declined', true],
    ['refunded', false],
    ['trial', true],
    ['gifted', true],
  ] as const)('about a patron who is now %s triggers a new reading: Premium is %s', async (state, isPremium) => {
    site.campaign.set(patron, state);
    expect(await send(about())).toBe(204);
    await site.runWaiting();
    expect(await site.isPremium(member)).toBe(isPremium);
  });

  it('about a pledge without a tier grants Premium through the link', async () => {
    const [other, newcomer] = [await site.addPerson('member'), site.addPatron(null)];
    await site.link(other, newcomer);
    expect(await site.isPremium(other)).toBe(false);
    site.campaign.set(newcomer, 'own-choice');
    expect(await send(about('members:pledge:create', newcomer))).toBe(204);
    await site.runWaiting();
    expect(await site.isPremium(other)).toBe(true);
  });

  it('is only a hint: its content is not trusted', async () => {
    const message = about('members:pledge:delete');
    site.campaign.set(patron, 'refunded');
    const paying = JSON.stringify(JSON.parse(about().payload)).replace('"Refunded"', '"Paid"');
    expect(await send(site.campaign.signed('members:update', paying))).toBe(204);
    await site.runWaiting();
    expect(await site.isPremium(member)).toBe(false);
    site.campaign.set(patron, 'active');
    expect(await send(message)).toBe(204);
    await site.runWaiting();
    expect(await site.isPremium(member)).toBe(true);
  });

  it('out of order leads to the same result, because the state is read again', async () => {
    const created = about('members:pledge:create');
    site.campaign.set(patron, 'refunded');
    const ended = about('members:pledge:delete');
    for (const message of [ended, created, ended]) expect(await send(message)).toBe(204);
    await site.runWaiting();
    expect(await site.isPremium(member)).toBe(false);
  });

  it('is processed once, and again when it may be news', async () => {
    const message = about();
    expect([await send(message), await send(message)]).toEqual([204, 204]);
    expect(await waitingFor()).toHaveLength(1);
    await site.runWaiting();
    expect(await send(message)).toBe(204);
    expect(await waitingFor()).toEqual([]);
    site.moveClock(11 * MINUTE);
    expect(await send(message)).toBe(204);
    expect(await waitingFor()).toHaveLength(1);
  });

  it('received twice, concurrently or by two processes, queues one job', async () => {
    const beside = await site.startBeside();
    const message = about();
    await Promise.all([site.call(message), beside.app.inject(message), site.call(message), beside.app.inject(message)]);
    expect(await waitingFor()).toHaveLength(1);
    await beside.stop();
  });

  it('is accepted even if it is years late', async () => {
    const message = about();
    site.moveClock(400 * 24 * 60 * MINUTE);
    expect(await send(message)).toBe(204);
    site.moveClock(-400 * 24 * 60 * MINUTE);
  });

  it('about a patron who is gone keeps the paid time', async () => {
    const message = about('members:delete');
    site.campaign.remove(patron);
    expect(await send(message)).toBe(204);
    await site.runWaiting();
    expect(await site.isPremium(member)).toBe(true);
  });

  it.each([
    ['of another campaign', () => about('members:update', site.addPatron('active', { campaign: '7' }))],
    ['about a post', () => site.campaign.signed('posts:publish', '{"data":{"type":"post","id":"1","attributes":{}}}')],
    ['without content', () => site.campaign.signed('members:update', '{}')],
    ['that is a list', () => site.campaign.signed('members:update', '[]')],
    ['nested 20,000 deep', () => site.campaign.signed('members:update', `${'['.repeat(20_000)}${']'.repeat(20_000)}`)],
    ['with an id that is a number', () => site.campaign.signed('members:update', '{"data":{"type":"member","id":7}}')],
  ])('%s is accepted and ignored', async (_name, message) => {
    expect(await send(message())).toBe(204);
    expect(await site.waiting()).toEqual([]);
  });

  it('is accepted during maintenance', async () => {
    const actor = { id: null, name: 'site', address: null, at: site.deps.now() };
    const close = (maintenanceMode: boolean) =>
      site.db.transaction().execute((trx) => site.deps.settings.put(trx, { maintenanceMode }, actor));
    await close(true);
    site.deps.settings.forget();
    expect(await send(about())).toBe(204);
    await close(false);
    site.deps.settings.forget();
    expect(await waitingFor()).toHaveLength(1);
  });
});

describe('a webhook not sent by Patreon', () => {
  const wrong = '0'.repeat(32);
  it.each([
    ['a signature of zeros', { 'x-patreon-signature': wrong }],
    ['no signature', { 'x-patreon-signature': '' }],
    ['a signature that is too short', { 'x-patreon-signature': 'ab' }],
    ['a signature that is too long', { 'x-patreon-signature': wrong + wrong }],
    ['a signature that is not hexadecimal', { 'x-patreon-signature': 'z'.repeat(32) }],
  ])('with %s is rejected', async (_name, headers) => {
    expect(await send(withHeaders(about(), headers))).toBe(401);
    expect(await site.waiting()).toEqual([]);
  });

  it('with one byte changed is rejected', async () => {
    const message = about();
    expect(await send({ ...message, payload: message.payload.replace('active_patron', 'active_patroN') })).toBe(401);
    expect(await send({ ...message, payload: `${message.payload} ` })).toBe(401);
  });

  it('with the signature of another message is rejected', async () => {
    const other = site.campaign.hook('members:update', site.addPatron('active'));
    expect(await send({ ...about(), headers: other.headers })).toBe(401);
  });

  it.each([
    ['is not JSON', () => site.campaign.signed('members:update', 'data=1'), 400],
    ['is empty', () => site.campaign.signed('members:update', ''), 400],
    ['is larger than 1 MiB', () => site.campaign.signed('members:update', `"${'a'.repeat(1024 * 1024)}"`), 413],
  ])('that %s is rejected', async (_name, message, status) => {
    expect(await send(message())).toBe(status);
  });

  it('returns 404 on a site without a webhook secret', async () => {
    const beside = await site.startBeside({ PATREON_WEBHOOK_SECRET: '' });
    const reply = await beside.app.inject(about());
    expect([reply.statusCode, reply.json().code]).toEqual([404, 'HOOK_NOT_SET_UP']);
    await beside.stop();
  });

  it('never signs anyone in', async () => {
    const message = about();
    await send(message);
    const reply = await site.call(message);
    expect([reply.statusCode, reply.headers['set-cookie']]).toEqual([204, undefined]);
  });
});

describe('a burst of webhooks', () => {
  const few = { limit: 2, windowSeconds: 60 };

  it("from Patreon is accepted beyond visitors' limits, and forged ones soon get 429", async () => {
    const busy = await startTestApp({
      env: site.fakes.env,
      beside: site,
      limits: { publicRead: few, signedInRead: few, messages: { limit: 40, windowSeconds: 60 }, forgedMessages: few },
    });
    const ask = async (message: Message) => (await busy.app.inject(message)).statusCode;
    for (let sent = 0; sent < 20; sent += 1) expect(await ask(about(`members:update ${sent}`))).toBe(204);
    const forged = withHeaders(about(), { 'x-patreon-signature': '0'.repeat(32) });
    expect([await ask(forged), await ask(forged), await ask(forged)]).toEqual([401, 401, 429]);
    busy.moveClock(61_000);
    expect(await ask(about('members:update later'))).toBe(204);
    await busy.stop();
  });
});
