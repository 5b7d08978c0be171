// Tests the bypass command, sent in signed messages (product.md CH-2), and the links it returns (DL-5).
import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { downloadPath, resourcePath } from '#contract/paths.ts';
import { standardLimits } from '#server/kit/rate-limits/rate-limits.ts';
import { type ProviderFakes, startProviderFakes } from '#server/providers/oauth.fake.ts';
import { type Person, startTestApp, type TestApp } from '#test/harness/harness.ts';
import { addResource } from '#test/harness/resources.ts';
import { openBrowser } from '#test/harness/tickets.ts';

const MINUTE = 60_000;
const SITE = 'http://localhost:3000';
const URL_OF_HOOK = '/api/webhooks/discord';

let fakes: ProviderFakes;
let test: TestApp;
let owner: Person;
let premium: string;
let pending: string;

beforeAll(async () => {
  fakes = await startProviderFakes();
  test = await startTestApp({
    env: fakes.env,
    limits: { downloadLinks: { free: standardLimits.downloadLinks.free, premium: { limit: 3, windowSeconds: 3600 } } },
  });
  owner = await test.addPerson('leaker');
  const files = { 'a.txt': 'first file', 'sub/b.txt': 'second file' };
  premium = await addResource(test, { authorId: owner.id, files, category: 'Premium' });
  pending = await addResource(test, { authorId: owner.id, files, status: 'PENDING' });
});

afterAll(async () => {
  await test.stop();
  await fakes.stop();
});

let linked = 0;

/** A test user with a linked Discord account. */
const addLinked = async (role: 'member' | 'premium' | 'leaker' | 'admin') => {
  const person = await test.addPerson(role);
  linked += 1;
  const discordId = String(70_000_000_000_000_000n + BigInt(linked));
  const at = test.deps.now();
  await test.db
    .insertInto('identities')
    .values({
      provider: 'discord',
      subject: discordId,
      user_id: person.id,
      username: person.username,
      scope: 'identify',
      linked_at: at,
      checked_at: at,
    })
    .execute();
  return { person, discordId };
};

const send = (body: object) => {
  const { payload, headers } = fakes.discord.guild.interaction(body, test.deps.now());
  return test.call({ method: 'POST', url: URL_OF_HOOK, payload, headers });
};

/** The command's reply to a Discord user. */
const bypass = async (discordId: string, link: unknown): Promise<string> => {
  const reply = await send(fakes.discord.guild.commandOf(discordId, 'bypass', { link }));
  expect(reply.statusCode, reply.body).toBe(200);
  expect(reply.headers['cache-control']).toBe('no-store');
  const { type, data } = reply.json();
  expect({ type, flags: data.flags, mentions: data.allowed_mentions }).toEqual({
    type: 4,
    flags: 64,
    mentions: { parse: [] },
  });
  return data.content;
};

const addressIn = (content: string): string => {
  const url = content.split('\n').at(-1) ?? '';
  expect(url).toMatch(/^http:\/\/localhost:3000\/direct-download\//);
  return url.slice(SITE.length);
};

const setMaintenance = async (maintenanceMode: boolean): Promise<void> => {
  const { db, settings, now } = test.deps;
  await db
    .transaction()
    .execute((trx) => settings.put(trx, { maintenanceMode }, { id: null, name: 'test', address: null, at: now() }));
  settings.forget();
};

const signedIn = (person: Person) => {
  const browser = openBrowser(test);
  browser.signIn(person);
  return browser;
};

describe('the bypass command', () => {
  it('gives Premium members a direct link to a whole resource, without the ad page', async () => {
    const { person, discordId } = await addLinked('premium');
    const content = await bypass(discordId, SITE + resourcePath(premium));
    expect(content).toContain('Here is your direct link. Only you can use it: open it within 10 minutes');
    const answer = await signedIn(person).call(addressIn(content));
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/zip']);
  });

  it("gives a link to a single file when sent the file's download URL", async () => {
    const { person, discordId } = await addLinked('premium');
    const address = addressIn(await bypass(discordId, SITE + downloadPath(premium, 'a.txt')));
    expect((await signedIn(person).call(address)).body).toBe('first file');
    expect(await bypass(discordId, SITE + downloadPath(premium, 'gone.txt'))).toBe(
      `This file is no longer part of the asset. See its current files: ${SITE}/resources/${premium}`,
    );
  });

  it('works for administrators', async () => {
    const { person, discordId } = await addLinked('admin');
    expect((await signedIn(person).call(addressIn(await bypass(discordId, premium)))).statusCode).toBe(200);
  });

  it('tells everyone else what to do', async () => {
    expect(await bypass('79999999999999999', premium)).toBe(
      `Your Discord account isn't linked to an account on this site. Link it on your dashboard, then try again: ${SITE}/dashboard`,
    );
    for (const role of ['member', 'leaker'] as const)
      expect(await bypass((await addLinked(role)).discordId, premium), role).toBe(
        `This command is for Premium members. See what Premium includes: ${SITE}/premium`,
      );
    const suspended = await addLinked('premium');
    const change = { suspended_at: test.deps.now() };
    await test.db.updateTable('users').set(change).where('id', '=', suspended.person.id).execute();
    expect(await bypass(suspended.discordId, premium)).toBe('Your account on this site is suspended.');
    const deleted = await addLinked('premium');
    await test.db
      .updateTable('users')
      .set({ deleted_at: test.deps.now() })
      .where('id', '=', deleted.person.id)
      .execute();
    expect(await bypass(deleted.discordId, premium)).toContain("isn't linked");
  });

  it('never reveals unpublished resources, even to their author or an administrator', async () => {
    const notFound = `This asset doesn't exist or isn't public right now. Browse all assets: ${SITE}/resources`;
    const { discordId } = await addLinked('admin');
    const author = await addLinked('premium');
    const own = await addResource(test, { authorId: author.person.id, status: 'PENDING' });
    expect(await bypass(discordId, pending)).toBe(notFound);
    expect(await bypass(author.discordId, own)).toBe(notFound);
    expect(await bypass(author.discordId, '0d9f7a52-6f3e-4c5b-9d57-1f0a3a7c2b11')).toBe(notFound);
  });

  it('handles any input', async () => {
    const { discordId } = await addLinked('premium');
    const words = `This is not a link to an asset. Copy the link to the asset's page, which starts with ${SITE}/resources/`;
    for (const link of ['', 'x'.repeat(2000), 'https://elsewhere.example/resources/1', '@everyone', 7, null, { a: 1 }])
      expect(await bypass(discordId, link)).toBe(words);
  });

  it('counts towards the hourly limit for links', async () => {
    const { person, discordId } = await addLinked('premium');
    await signedIn(person).call(`/api/resources/${premium}/premium-download`);
    await bypass(discordId, premium);
    await bypass(discordId, premium);
    expect(await bypass(discordId, premium)).toMatch(
      /^You have reached the hourly limit for links\. Try again in \d+ minutes?\.$/,
    );
    expect((await signedIn(person).call(`/api/resources/${premium}/premium-download`)).statusCode).toBe(429);
  });

  it('is unavailable during maintenance, but pings are answered', async () => {
    const { discordId } = await addLinked('premium');
    await setMaintenance(true);
    try {
      expect(await bypass(discordId, premium)).toBe('The site is down for maintenance. Please try again later.');
      expect((await send({ type: 1 })).json()).toEqual({ type: 1 });
    } finally {
      await setMaintenance(false);
    }
  });

  it('replies politely to unknown commands and interactions', async () => {
    const { commandOf } = fakes.discord.guild;
    for (const body of [commandOf('7', 'dance'), { ...commandOf('7', 'bypass'), type: 3 }, { type: 2 }, { type: 99 }]) {
      const reply = await send(body);
      expect([reply.statusCode, reply.json().data.content]).toEqual([
        200,
        `Unknown command. See what the site offers at ${SITE}`,
      ]);
    }
  });
});

describe('a bypass link', () => {
  const refused = (answer: { statusCode: number; json(): { code: string } }) => [answer.statusCode, answer.json().code];

  it('only works for the user who asked, while logged in', async () => {
    const { person, discordId } = await addLinked('premium');
    const address = addressIn(await bypass(discordId, premium));
    expect(refused(await signedIn(await test.addPerson('premium')).call(address))).toEqual([403, 'TICKET_REFUSED']);
    expect(refused(await openBrowser(test).call(address))).toEqual([401, 'PREMIUM_SIGN_IN']);
    const led = await openBrowser(test).call(address, { accept: 'text/html' });
    expect([led.statusCode, led.headers.location]).toEqual([
      302,
      `/login?next=${encodeURIComponent(resourcePath(premium))}`,
    ]);
    expect((await signedIn(person).call(address)).statusCode).toBe(200);
  });

  it('expires after 10 minutes if unused', async () => {
    const { person, discordId } = await addLinked('premium');
    const address = addressIn(await bypass(discordId, premium));
    test.moveClock(10 * MINUTE);
    expect(refused(await signedIn(person).call(address))).toEqual([403, 'TICKET_REFUSED']);
  });

  it('can be resumed for 24 hours after its first use, but not after Premium ends', async () => {
    const { person, discordId } = await addLinked('premium');
    const address = addressIn(await bypass(discordId, SITE + downloadPath(premium, 'a.txt')));
    const browser = signedIn(person);
    expect((await browser.call(address)).statusCode).toBe(200);
    test.moveClock(23 * 60 * MINUTE);
    const rest = await browser.call(address, { range: 'bytes=6-' });
    expect([rest.statusCode, rest.body]).toEqual([206, 'file']);
    await test.db.updateTable('grants').set({ ends_at: test.deps.now() }).where('user_id', '=', person.id).execute();
    expect(refused(await browser.call(address, { range: 'bytes=6-' }))).toEqual([403, 'PREMIUM_REQUIRED']);
  });
});

describe('the webhook', () => {
  const post = (headers: Record<string, string>, payload = '{"type":1}') =>
    test.call({
      method: 'POST',
      url: URL_OF_HOOK,
      payload,
      headers: { 'content-type': 'application/json', ...headers },
    });
  const signatureOf = (body: object, at = test.deps.now()) => fakes.discord.guild.interaction(body, at);
  const outcome = (reply: { statusCode: number; json(): { code: string } }) => [reply.statusCode, reply.json().code];

  it('rejects messages that are unsigned, late, early or altered', async () => {
    const now = test.deps.now().getTime();
    const right = signatureOf({ type: 1 });
    expect((await post(right.headers)).json()).toEqual({ type: 1 });
    for (const headers of [
      {},
      { ...right.headers, 'x-signature-ed25519': '' },
      { ...right.headers, 'x-signature-ed25519': 'ff'.repeat(64) },
      { ...right.headers, 'x-signature-timestamp': '1' },
      signatureOf({ type: 1 }, new Date(now - 6 * MINUTE)).headers,
      signatureOf({ type: 1 }, new Date(now + 6 * MINUTE)).headers,
    ])
      expect(outcome(await post(headers))).toEqual([401, 'HOOK_SIGNATURE']);
    expect(outcome(await post(right.headers, '{"type":2}'))).toEqual([401, 'HOOK_SIGNATURE']);
  });

  it('accepts at most 64 kB, and only JSON', async () => {
    const filler = (bytes: number) => signatureOf({ type: 1, filler: 'x'.repeat(bytes) });
    const fits = filler(64 * 1024 - 100);
    expect((await post(fits.headers, fits.payload)).json()).toEqual({ type: 1 });
    const over = filler(64 * 1024);
    expect(outcome(await post(over.headers, over.payload))).toEqual([413, 'TOO_LARGE']);
    const form = await post({ 'content-type': 'application/x-www-form-urlencoded' }, 'type=1');
    expect(form.statusCode).toBe(415);
  });

  it('returns 404 if it is not configured', async () => {
    const { DISCORD_PUBLIC_KEY: _key, ...env } = fakes.env;
    const without = await startTestApp({ env, beside: test });
    const { headers, payload } = signatureOf({ type: 1 });
    const reply = await without.call({ method: 'POST', url: URL_OF_HOOK, headers, payload });
    expect(outcome(reply)).toEqual([404, 'HOOK_NOT_SET_UP']);
    await without.stop();
  });

  it('blocks a network that sends forgeries for a while, and stays open to others', async () => {
    const limits = { forgedMessages: { limit: 2, windowSeconds: 600 } };
    const strict = await startTestApp({ env: { ...fakes.env, TRUST_PROXY: 'loopback' }, beside: test, limits });
    const from = (address: string, headers: Record<string, string>) =>
      strict.call({
        method: 'POST',
        url: URL_OF_HOOK,
        payload: '{"type":1}',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': address, ...headers },
      });
    const forged = { 'x-signature-timestamp': '1', 'x-signature-ed25519': 'ff'.repeat(64) };
    const { headers } = signatureOf({ type: 1 }, strict.deps.now());
    expect((await from('203.0.113.7', forged)).statusCode).toBe(401);
    expect((await from('203.0.113.7', headers)).statusCode).toBe(200);
    expect((await from('203.0.113.7', forged)).statusCode).toBe(401);
    expect(outcome(await from('203.0.113.7', headers))).toEqual([429, 'TOO_MANY_REQUESTS']);
    expect((await from('203.0.113.8', headers)).statusCode).toBe(200);
    await strict.stop();
  });

  it.each([
    ['null'],
    ['[]'],
    ['{}'],
    ['{"type":"1"}'],
    ['{"type":2,"data":{"name":"bypass","options":7}}'],
    ['{"__proto__":{"type":1}}'],
  ])('rejects %s even if it is signed', async (text) => {
    const { headers } = fakes.discord.guild.interactionOf(text, test.deps.now());
    const reply = await post(headers, text);
    expect(outcome(reply)).toEqual([400, 'BAD_INPUT']);
    expect(Object.keys(reply.json<{ fields: object }>().fields)).not.toEqual([]);
  });

  it.each([['{'], [''], ['\u0000'], ['{"type":1}{"type":1}']])('rejects %j, which is not JSON', async (text) => {
    const { headers } = fakes.discord.guild.interactionOf(text, test.deps.now());
    expect(outcome(await post(headers, text))).toEqual([400, 'BAD_JSON']);
  });

  it('survives senders that disconnect, lie about the length, or send in pieces', async () => {
    await test.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = test.app.server.address() as { port: number };
    const { headers, payload } = signatureOf({ type: 1 });
    const head = (more: Record<string, string>) =>
      [
        `POST ${URL_OF_HOOK} HTTP/1.1`,
        `host: localhost:${port}`,
        ...Object.entries({ ...headers, ...more }).map((pair) => pair.join(': ')),
      ]
        .join('\r\n')
        .concat('\r\n\r\n');
    const talk = async (...pieces: string[]): Promise<string> => {
      const socket = connect(port, '127.0.0.1');
      let heard = '';
      socket.on('data', (data) => {
        heard += data;
      });
      for (const piece of pieces) socket.write(piece);
      socket.end();
      await once(socket, 'close');
      return heard;
    };
    const chunked = { 'transfer-encoding': 'chunked', connection: 'close' };
    const pieces = [...payload].map((letter) => `1\r\n${letter}\r\n`);
    expect(await talk(head(chunked), ...pieces, '0\r\n\r\n')).toMatch(/^HTTP\/1\.1 200 [\s\S]*\{"type":1\}/);
    await talk(head({ 'content-length': '5000' }), payload);
    expect(await talk(head({ 'content-length': '5', connection: 'close' }), payload)).toMatch(/^HTTP\/1\.1 40[01] /);
    const flood = 'x'.repeat(70_000);
    expect(await talk(head(chunked), `${flood.length.toString(16)}\r\n${flood}\r\n0\r\n\r\n`)).toMatch(
      /^HTTP\/1\.1 413 /,
    );
    expect((await post(signatureOf({ type: 1 }).headers)).json()).toEqual({ type: 1 });
  });
});
