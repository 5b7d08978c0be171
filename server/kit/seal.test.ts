import { describe, expect, it } from 'vitest';
import { createSeal } from './seal.ts';

const secret = Buffer.alloc(32, 5);
const { seal, open } = createSeal(secret, 'totp');

describe('createSeal', () => {
  it('opens what it sealed, and never seals the same twice', () => {
    const sealed = seal('JBSWY3DPEHPK3PXP ü', 'mira');
    expect(open(sealed, 'mira')).toBe('JBSWY3DPEHPK3PXP ü');
    expect(seal('JBSWY3DPEHPK3PXP ü', 'mira').equals(sealed)).toBe(false);
    expect(sealed.includes('JBSWY3DP')).toBe(false);
  });

  it('opens nothing of another person, purpose or key', () => {
    const sealed = seal('text', 'mira');
    expect(open(sealed, 'jon')).toBeNull();
    expect(createSeal(secret, 'tokens').open(sealed, 'mira')).toBeNull();
    expect(createSeal(Buffer.alloc(32, 6), 'totp').open(sealed, 'mira')).toBeNull();
  });

  it('opens nothing that was changed, wherever', () => {
    const sealed = seal('text', 'mira');
    for (let place = 0; place < sealed.length; place += 1) {
      const changed = Buffer.from(sealed);
      changed[place] = (changed[place] ?? 0) ^ 1;
      expect(open(changed, 'mira')).toBeNull();
    }
    expect(open(sealed.subarray(0, 20), 'mira')).toBeNull();
    expect(open(Buffer.alloc(0), 'mira')).toBeNull();
  });
});
