import { Secret, TOTP } from 'otpauth';
import { describe, expect, it } from 'vitest';
import {
  confirmedUntil,
  describeDevice,
  hashOfRecoveryCode,
  isAppCode,
  newRecoveryCodes,
  newSecret,
  secretAddress,
  stepOfCode,
} from './rules.ts';

describe('describeDevice', () => {
  it.each([
    ['Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0', 'Firefox on Linux'],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36',
      'Chrome on Windows',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.0 Mobile/15E148 Safari/604.1',
      'Safari on iOS',
    ],
    ['', 'an unknown browser'],
    ['test', 'an unknown browser'],
    ['<b>Click https://evil.example</b>/1 (x', 'an unknown browser'],
    ['https://evil.example/1.0 (Windows NT 10.0)', 'an unknown browser on Windows'],
    ['x'.repeat(300), 'an unknown browser'],
  ])('describes %s', (userAgent, words) => {
    expect(describeDevice(userAgent)).toBe(words);
  });
});

describe('app codes', () => {
  // RFC 6238, appendix B, shortened to six digits.
  const secret = Secret.fromLatin1('12345678901234567890').base32;

  it.each([
    [59, '287082', 1],
    [1_111_111_109, '081804', 37_037_036],
    [1_234_567_890, '005924', 41_152_263],
    [20_000_000_000, '353130', 666_666_666],
  ])('at second %i include %s', (seconds, code, step) => {
    const at = new Date(seconds * 1000);
    expect(stepOfCode(secret, code, at)).toBe(step);
    expect(stepOfCode(secret, ` ${code.slice(0, 3)} ${code.slice(3)} `, at)).toBe(step);
  });

  it('are accepted one step early or late, but no further', () => {
    const at = new Date(59_000);
    const steps = [-60, -30, 0, 30, 60].map((late) =>
      stepOfCode(secret, '287082', new Date(at.getTime() + late * 1000)),
    );
    expect(steps).toEqual([null, 1, 1, 1, null]);
  });

  it('use a secret of 160 random bits, shown with the site and the email', () => {
    const made = newSecret();
    expect(Secret.fromBase32(made).bytes).toHaveLength(20);
    expect(newSecret()).not.toBe(made);
    const address = secretAddress(made, { siteName: 'Helix: R&D', email: 'ann+x@people.example' });
    expect(address).toMatch(/^otpauth:\/\/totp\//);
    expect(new URL(address).searchParams.get('secret')).toBe(made);
    expect(new URL(address).searchParams.get('issuer')).toBe('Helix: R&D');
    expect(decodeURIComponent(new URL(address).pathname)).toContain('ann+x@people.example');
    expect(new TOTP({ secret: made }).period).toBe(30);
  });
});

describe('recovery codes', () => {
  it('are ten different codes of 24 characters in groups', () => {
    const codes = newRecoveryCodes();
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^(?:[0-9a-hjkmnp-tv-z]{4}-){5}[0-9a-hjkmnp-tv-z]{4}$/);
  });

  it('are recognised however they are typed, and never taken for an app code', () => {
    const code = 'a1b0-cdef-ghjk-mnpq-rstv-wxyz';
    const kept = hashOfRecoveryCode(code);
    expect(kept).toHaveLength(32);
    for (const typed of [
      ' A1B0 CDEF GHJK MNPQ RSTV WXYZ ',
      'aibocdefghjkmnpqrstvwxyz',
      'alb0-cdef-ghjk-mnpq-rstv-wxyz',
    ]) {
      expect(hashOfRecoveryCode(typed)).toEqual(kept);
    }
    expect(hashOfRecoveryCode(code.replace('z', 'y'))).not.toEqual(kept);
    expect(isAppCode(code)).toBe(false);
    expect(isAppCode('123 456')).toBe(true);
    expect(isAppCode('1234567')).toBe(false);
  });
});

it.each([
  [0, true],
  [599, true],
  [600, false],
  [86_400, false],
])('accepts a confirmation of %i seconds ago: %s', (seconds, counts) => {
  const at = new Date('2026-01-01T00:00:00Z');
  const until = confirmedUntil(at, new Date(at.getTime() + seconds * 1000));
  expect(until).toEqual(counts ? new Date('2026-01-01T00:10:00Z') : null);
});
