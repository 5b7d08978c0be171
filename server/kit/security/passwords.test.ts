import { type Argon2Parameters, argon2, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { Problem } from '#server/kit/http/problem.ts';
import { createPasswords } from './passwords.ts';

const argon2id = promisify(argon2).bind(null, 'argon2id') as (parameters: Argon2Parameters) => Promise<Buffer>;

/** The real functions, with counters for the hashes made and the maximum number of concurrent ones. */
const countingPasswords = (options: { atOnce?: number; waiting?: number } = {}) => {
  const counts = { made: 0, running: 0, mostTogether: 0 };
  const passwords = createPasswords({
    ...options,
    derive: async (parameters) => {
      counts.made += 1;
      counts.running += 1;
      counts.mostTogether = Math.max(counts.mostTogether, counts.running);
      try {
        return await argon2id(parameters);
      } finally {
        counts.running -= 1;
      }
    },
  });
  return { ...passwords, counts };
};

describe('hashes', () => {
  it('are PHC strings with the documented cost and a unique salt', async () => {
    const { hash, verify } = createPasswords();
    const [first, second] = await Promise.all([hash('the same words'), hash('the same words')]);
    expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
    expect(first).not.toBe(second);
    expect(await verify(first, 'the same words')).toEqual({ matches: true, outdated: false });
    expect(await verify(first, 'the same wordS')).toEqual({ matches: false, outdated: false });
  });

  it.each([
    ['spaces and quotes', "' or 1=1 --xxxx"],
    ['characters outside the basic plane', '😀'.repeat(12)],
    ['a combining mark', 'p\u0301assword-nfc-nfd-1'],
    ['128 characters', 'x'.repeat(128)],
  ])('depend on every byte: %s', async (_name, password) => {
    const { hash, verify } = createPasswords();
    const stored = await hash(password);
    expect((await verify(stored, password)).matches).toBe(true);
    expect(
      (await verify(stored, password.normalize('NFC') === password ? `${password}x` : password.normalize('NFC')))
        .matches,
    ).toBe(false);
    expect((await verify(stored, password.slice(0, -1))).matches).toBe(false);
  });

  it('with a lower cost still match, and are reported as outdated', async () => {
    const nonce = randomBytes(16);
    const weak = await argon2id({
      message: Buffer.from('old words'),
      nonce,
      parallelism: 1,
      tagLength: 32,
      memory: 8192,
      passes: 1,
    });
    const base64 = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');
    const stored = `$argon2id$v=19$m=8192,t=1,p=1$${base64(nonce)}$${base64(weak)}`;
    const { verify } = createPasswords();
    expect(await verify(stored, 'old words')).toEqual({ matches: true, outdated: true });
    expect((await verify(stored, 'new words')).matches).toBe(false);
  });
});

describe('checking a password', () => {
  it.each([
    ['no user', null],
    ['a user without a password', undefined],
    ['an empty value', ''],
    ['another format', '$2b$10$abcdefghijklmnopqrstuv'],
  ])('costs one hash and never matches for %s', async (_name, stored) => {
    const { verifyOrDummy, counts } = countingPasswords();
    expect(await verifyOrDummy(stored, 'anything')).toEqual({ matches: false, outdated: false });
    expect(counts.made).toBe(1);
  });

  it('costs one hash for an existing user, right or wrong', async () => {
    const { hash, verifyOrDummy, counts } = countingPasswords();
    const stored = await hash('right');
    await verifyOrDummy(stored, 'right');
    await verifyOrDummy(stored, 'wrong');
    expect(counts.made).toBe(3);
  });
});

describe('concurrent hashes', () => {
  it('run up to the allowed number at a time', async () => {
    const { hash, counts } = countingPasswords({ atOnce: 2 });
    await Promise.all(Array.from({ length: 7 }, (_, index) => hash(`words ${index}`)));
    expect(counts).toEqual({ made: 7, running: 0, mostTogether: 2 });
  });

  it('are refused with UNAVAILABLE when the queue is full, and the queue recovers', async () => {
    const { hash, counts } = countingPasswords({ atOnce: 1, waiting: 2 });
    const results = await Promise.allSettled(Array.from({ length: 5 }, () => hash('words')));
    const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
    expect(refused).toHaveLength(2);
    for (const problem of refused) {
      expect(problem).toBeInstanceOf(Problem);
      expect(problem).toMatchObject({ code: 'UNAVAILABLE', extra: { retryAfterSeconds: 5 } });
    }
    await hash('later');
    expect(counts).toEqual({ made: 4, running: 0, mostTogether: 1 });
  });

  it('free their place when one fails', async () => {
    let fail = true;
    const { hash } = createPasswords({
      atOnce: 1,
      derive: async (parameters) => {
        if (fail) throw new Error('no memory');
        return argon2id(parameters);
      },
    });
    await expect(hash('words')).rejects.toThrow('no memory');
    fail = false;
    await expect(hash('words')).resolves.toMatch(/^\$argon2id/);
  });
});
