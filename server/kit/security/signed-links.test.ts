import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createLinkSigner } from './signed-links.ts';

const secret = 'a secret of more than thirty-two bytes';
const start = new Date('2026-03-01T12:00:00.400Z');

function at(secondsLater: number): () => Date {
  return () => new Date(start.getTime() + secondsLater * 1000);
}

const signer = createLinkSigner(secret, 'download-ticket', at(0));
const claims = { resource: '42', file: 'Überblende/01.mp4', holder: 'visitor:é😀' };

describe('a signed link', () => {
  it('returns the claims and the times', () => {
    expect(signer.verify(signer.sign(claims, 600))).toEqual({
      claims,
      issuedAt: new Date('2026-03-01T12:00:00Z'),
      expiresAt: new Date('2026-03-01T12:10:00Z'),
    });
  });

  it('needs no encoding in a URL', () => {
    expect(signer.sign(claims, 600)).toMatch(/^v1\.[0-9a-f]{8}\.[\w-]+\.[\w-]{43}$/);
  });

  it('preserves any claims', () => {
    const keys = fc.string().filter((key) => key !== '__proto__');
    fc.assert(
      fc.property(fc.dictionary(keys, fc.string({ unit: 'grapheme' }), { noNullPrototype: true }), (any) => {
        expect(signer.verify(signer.sign(any, 600))?.claims).toEqual(any);
      }),
    );
  });

  it.each([
    [0, true],
    [599, true],
    [599.5, true],
    [599.7, false],
    [600, false],
    [1e9, false],
  ])('with a lifetime of 600 s, checked after %f s: valid %s', (seconds, isValid) => {
    const later = createLinkSigner(secret, 'download-ticket', at(seconds));
    expect(later.verify(signer.sign(claims, 600)) !== null).toBe(isValid);
  });

  it('is invalid for another purpose or under another secret', () => {
    const token = signer.sign(claims, 600);
    expect(createLinkSigner(secret, 'mail-confirmation', at(0)).verify(token)).toBeNull();
    expect(createLinkSigner(`${secret}!`, 'download-ticket', at(0)).verify(token)).toBeNull();
    const [, , body] = token.split('.');
    const [version, keyId, , signature] = createLinkSigner(secret, 'mail-confirmation', at(0))
      .sign(claims, 600)
      .split('.');
    expect(signer.verify([version, keyId, body, signature].join('.'))).toBeNull();
  });

  it('survives a secret rotation as long as the old secret is listed', () => {
    const old = signer.sign(claims, 600);
    const rotated = createLinkSigner([randomBytes(32), secret], 'download-ticket', at(0));
    expect(rotated.verify(old)?.claims).toEqual(claims);
    expect(signer.verify(rotated.sign(claims, 600))).toBeNull();
    expect(rotated.verify(rotated.sign(claims, 600))?.claims).toEqual(claims);
  });

  it('throws for a token too long for a URL', () => {
    expect(() => signer.sign({ file: 'x'.repeat(4000) }, 600)).toThrow('too many claims');
  });

  it('requires a secret of sufficient length', () => {
    expect(() => createLinkSigner('short', 'download-ticket', at(0))).toThrow('32 bytes');
    expect(() => createLinkSigner([], 'download-ticket', at(0))).toThrow('needs a secret');
  });
});

describe('a tampered token', () => {
  const token = signer.sign(claims, 600);

  it('is rejected with any one character changed, added or removed', () => {
    const alphabet = 'Aab-_.0=+/ é';
    for (let position = 0; position <= token.length; position += 1) {
      const [before, after] = [token.slice(0, position), token.slice(position)];
      expect(signer.verify(before + after.slice(1)) === null || after === '').toBe(true);
      for (const character of alphabet) {
        expect(signer.verify(before + character + after)).toBeNull();
        if (after !== '' && character !== after[0])
          expect(signer.verify(before + character + after.slice(1))).toBeNull();
      }
    }
  });

  it('is rejected with other claims or times', () => {
    const [version, keyId, body = '', signature] = token.split('.');
    const payload = JSON.parse(Buffer.from(body, 'base64url').toString('utf8'));
    for (const change of [{ expiresAt: payload.expiresAt + 1 }, { claims: { ...claims, resource: '43' } }]) {
      const forged = Buffer.from(JSON.stringify({ ...payload, ...change })).toString('base64url');
      expect(signer.verify([version, keyId, forged, signature].join('.'))).toBeNull();
    }
  });

  it.each(['', '.', '...', 'v1...', 'v1.00000000.e30.AAAA', 'v2', 'null', '__proto__.a.b.c', 'x'.repeat(5000)])(
    'is rejected when it is nonsense: %j',
    (nonsense) => {
      expect(signer.verify(nonsense)).toBeNull();
    },
  );

  it('never makes verify throw', () => {
    const pieces = fc.oneof(fc.constantFrom('v1', ...token.split('.')), fc.string());
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 6 }), (list) => {
        const candidate = list.join('.');
        expect(candidate === token || signer.verify(candidate) === null).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});
