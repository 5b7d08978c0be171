import { generateKeyPairSync, sign } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { adPagePath, directDownloadPath, downloadPath, resourcePath } from '#contract/paths.ts';
import { bypassReplies, countedGuildOf, inviteCodeOf, isSignedMessage, readNamedResource } from './rules.ts';

const site = 'https://helix.example';
const id = '0d9f7a52-6f3e-4c5b-9d57-1f0a3a7c2b11';
const whole = { id, file: undefined, selection: undefined };

describe('the resource given to the command', () => {
  it.each([
    id,
    ` ${id} `,
    resourcePath(id),
    site + resourcePath(id),
    `<${site}${resourcePath(id)}>`,
    `${site}${resourcePath(id)}/?from=chat#files`,
    `helix.example${resourcePath(id)}`,
    `http://helix.example${resourcePath(id)}`,
    site + downloadPath(id),
    site + directDownloadPath(id),
    `${site}${directDownloadPath(id)}?ticket=v1.a.b.c`,
    `${site}/api/uploads/${id}/direct-download`,
    site + adPagePath(id),
    id.toUpperCase(),
    `${site}/resources/${id.toUpperCase()}`,
    `${site}/direct-download/${id.toUpperCase()}`,
  ])('is recognised in %s', (text) => {
    expect(readNamedResource(text, site)).toEqual(whole);
  });

  it('can be one file or a selection', () => {
    const file = { ...whole, file: 'clips/a.mov' };
    for (const path of [downloadPath(id, 'clips/a.mov'), adPagePath(id, 'clips/a.mov')])
      expect(readNamedResource(site + path, site)).toEqual(file);
    const selection = 'a'.repeat(43);
    expect(readNamedResource(site + directDownloadPath(id, undefined, selection), site)).toEqual({
      ...whole,
      selection,
    });
  });

  it.each([
    '',
    'overlay',
    site,
    `${site}/resources`,
    `${site}/resources/not-an-id`,
    `${site}/leaker/uploads/${id}`,
    `https://elsewhere.example${resourcePath(id)}`,
    `https://helix.example.elsewhere.example${resourcePath(id)}`,
    `https://helix.example@elsewhere.example${resourcePath(id)}`,
    `//elsewhere.example${resourcePath(id)}`,
    `\\\\elsewhere.example${resourcePath(id)}`,
    `javascript:${resourcePath(id)}`,
    `${site}/ad-page?destination=${encodeURIComponent(`https://elsewhere.example${directDownloadPath(id)}`)}`,
    `${site}/ad-page`,
    `ftp://helix.example${resourcePath(id)}`,
    `${site}/download/${id}?file=%00`,
    `${site}/direct-download/${id}?file=a&selection=%00`,
    `${site}/direct-download/${id}?selection=abc`,
    `${site}/download/${id}?file=${'a'.repeat(1001)}`,
    `${id}${id}`,
    '\u0000',
    'http://[',
    `${site}/${'a'.repeat(5000)}`,
  ])('is not recognised in %j', (text) => {
    expect(readNamedResource(text, site)).toBeNull();
  });

  it('is recognised for a site with a port', () => {
    expect(readNamedResource(`localhost:3000${resourcePath(id)}`, 'http://localhost:3000')).toEqual(whole);
    expect(readNamedResource(`http://localhost:3001${resourcePath(id)}`, 'http://localhost:3000')).toBeNull();
  });
});

describe('the counted guild', () => {
  it.each([
    ['https://discord.gg/helix-chat', 'helix-chat'],
    ['https://discord.gg/helix-chat/', 'helix-chat'],
    ['https://discord.com/invite/helix-chat', 'helix-chat'],
    ['https://www.discord.com/invite/aB3_9?event=1', 'aB3_9'],
    ['https://discord.com/invite/helix-chat/more', null],
    ['https://discord.com/channels/1/2', null],
    ['https://discord.gg/', null],
    ['https://discord.gg/..%2F..%2Fusers', null],
    [`https://discord.gg/${'a'.repeat(65)}`, null],
    ['https://chat.example/invite/helix', null],
    ['https://discord.gg.elsewhere.example/helix', null],
    ['not an address', null],
    [null, null],
  ])('is read from the invite %j as %j', (url, code) => {
    expect(inviteCodeOf(url)).toBe(code);
  });

  it("is the bot's own guild if there is a bot", () => {
    const invite = 'https://discord.gg/helix-chat';
    expect(countedGuildOf({ bot: { guildId: '7' } }, invite)).toEqual({ key: 'guild 7', inviteCode: null });
    expect(countedGuildOf({ bot: null }, invite)).toEqual({ key: 'invite helix-chat', inviteCode: 'helix-chat' });
    expect(countedGuildOf({ bot: null }, null)).toBeNull();
  });
});

describe('a signed message', () => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const key = publicKey.export({ type: 'spki', format: 'der' }).subarray(-32).toString('hex');
  const now = new Date('2026-05-05T10:00:00Z');
  const body = Buffer.from('{"type":1}');
  const signed = (seconds: number, bytes = body) => {
    const timestamp = String(Math.floor(now.getTime() / 1000) + seconds);
    return {
      timestamp,
      body: bytes,
      signature: sign(null, Buffer.concat([Buffer.from(timestamp), bytes]), privateKey).toString('hex'),
    };
  };

  it.each([
    [0, true],
    [-299, true],
    [299, true],
    [-301, false],
    [301, false],
    [-86_400, false],
  ])('dated %i seconds from now is accepted: %s', (seconds, isTaken) => {
    expect(isSignedMessage(key, signed(seconds), now)).toBe(isTaken);
  });

  it('is rejected if any part of it was changed', () => {
    const right = signed(0);
    const other = generateKeyPairSync('ed25519')
      .publicKey.export({ type: 'spki', format: 'der' })
      .subarray(-32)
      .toString('hex');
    expect(isSignedMessage(other, right, now)).toBe(false);
    expect(isSignedMessage(key, { ...right, body: Buffer.from('{"type":2}') }, now)).toBe(false);
    expect(isSignedMessage(key, { ...right, timestamp: String(Number(right.timestamp) + 1) }, now)).toBe(false);
    for (const signature of [
      undefined,
      '',
      'x',
      right.signature.slice(2),
      `${right.signature}00`,
      'zz'.repeat(64),
      '00'.repeat(64),
      ['a'],
    ])
      expect(isSignedMessage(key, { ...right, signature }, now), String(signature)).toBe(false);
    for (const timestamp of [
      undefined,
      '',
      '-1',
      '1e9',
      'NaN',
      `${right.timestamp}.0`,
      '9'.repeat(13),
      [right.timestamp],
    ])
      expect(isSignedMessage(key, { ...right, timestamp }, now), String(timestamp)).toBe(false);
  });
});

it('every reply of the command fits into a Discord message', () => {
  const address = `${site}${directDownloadPath(id, 'a'.repeat(500))}&ticket=${'a'.repeat(500)}`;
  for (const [name, say] of Object.entries(bypassReplies))
    expect((say as (given: unknown) => string)(name === 'tooMany' ? 60 : address).length, name).toBeLessThan(2000);
});
