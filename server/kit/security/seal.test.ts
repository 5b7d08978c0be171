import { describe, expect, it } from 'vitest';
import { createSeal } from './seal.ts';

const secret = Buffer.alloc(32, 5);
/** Sealed with the same secret by the first version of this code. */
const FIRST_VERSION = '01bb12febf12108e99f664569e2ed915b755c18b6272a942f5e8d37c27eb55a5d8664594ca9224211731762263fe';
const { seal, open } = createSeal({ secret }, 'totp');

describe('createSeal', () => {
  it('opens what it sealed, and never produces the same value twice', () => {
    const sealed = seal('JBSWY3DPEHPK3PXP ü', 'mira');
    expect(open(sealed, 'mira')).toBe('JBSWY3DPEHPK3PXP ü');
    expect(seal('JBSWY3DPEHPK3PXP ü', 'mira').equals(sealed)).toBe(false);
    expect(sealed.includes('JBSWY3DP')).toBe(false);
  });

  it('does not open values of another owner, purpose or key', () => {
    const sealed = seal('text', 'mira');
    expect(open(sealed, 'jon')).toBeNull();
    expect(createSeal({ secret }, 'tokens').open(sealed, 'mira')).toBeNull();
    expect(createSeal({ secret: Buffer.alloc(32, 6) }, 'totp').open(sealed, 'mira')).toBeNull();
  });

  it('does not open a value changed in any byte', () => {
    const sealed = seal('text', 'mira');
    for (let place = 0; place < sealed.length; place += 1) {
      const changed = Buffer.from(sealed);
      changed[place] = (changed[place] ?? 0) ^ 1;
      expect(open(changed, 'mira')).toBeNull();
    }
    expect(open(sealed.subarray(0, 20), 'mira')).toBeNull();
    expect(open(Buffer.alloc(0), 'mira')).toBeNull();
  });

  it('opens values sealed with an old secret, and seals with the current one', () => {
    const sealed = seal('text', 'mira');
    const changed = createSeal({ secret: Buffer.alloc(32, 6), oldSecrets: [Buffer.alloc(32, 9), secret] }, 'totp');
    expect(changed.open(sealed, 'mira')).toBe('text');
    expect(changed.open(sealed, 'jon')).toBeNull();
    expect([sealed, changed.seal('text', 'mira'), Buffer.of(2)].map(changed.isCurrent)).toEqual([false, true, false]);
    expect(open(changed.seal('text', 'mira'), 'mira')).toBeNull();
    expect(createSeal({ secret: Buffer.alloc(32, 6) }, 'totp').open(changed.seal('text', 'mira'), 'mira')).toBe('text');
  });

  it('opens values in the first format, which had no key ID', () => {
    const sealed = Buffer.from(FIRST_VERSION, 'hex');
    expect(open(sealed, 'mira')).toBe('kept since before');
    expect(open(sealed, 'jon')).toBeNull();
    const changed = createSeal({ secret: Buffer.alloc(32, 6), oldSecrets: [secret] }, 'totp');
    expect(changed.open(sealed, 'mira')).toBe('kept since before');
  });
});
