import { expect, it } from 'vitest';
import { createRecordSigner, SIGNATURE_PREFIX_CHARACTERS } from './signed-records.ts';

const [secret, other] = ['first', 'second'].map((text) => Buffer.from(text.repeat(8))) as [Buffer, Buffer];
const record = JSON.stringify({ title: 'Grain', size: 12 });
const { sign, verify } = createRecordSigner({ secret }, 'receipt');

it('a signature verifies exactly the text that was signed', () => {
  const signature = sign(record);
  expect(verify(record, signature)).toBe(true);
  expect(verify(`${record} `, signature)).toBe(false);
  expect(verify(record.replace('12', '13'), signature)).toBe(false);
});

it('a signature that was altered, cut or made up is refused', () => {
  const signature = sign(record);
  const [version, key, mac = ''] = signature.split('.');
  const altered = (mac.startsWith('A') ? 'B' : 'A') + mac.slice(1);
  for (const forged of [
    '',
    'r1',
    signature.slice(0, -1),
    `${signature}=`,
    `${version}.${key}.${altered}`,
    `r1..${mac}`,
  ]) {
    expect([forged, verify(record, forged)]).toEqual([forged, false]);
  }
});

it('signatures of another purpose or another site are refused', () => {
  expect(verify(record, createRecordSigner({ secret }, 'ticket').sign(record))).toBe(false);
  expect(verify(record, createRecordSigner({ secret: other }, 'receipt').sign(record))).toBe(false);
});

it('signatures of a former secret stay valid while it is known', () => {
  const rotated = createRecordSigner({ secret: other, oldSecrets: [secret] }, 'receipt');
  expect(rotated.verify(record, sign(record))).toBe(true);
  const isFormer = (signature: string) =>
    rotated.formerPrefixes.includes(signature.slice(0, SIGNATURE_PREFIX_CHARACTERS));
  expect([isFormer(sign(record)), isFormer(rotated.sign(record))]).toEqual([true, false]);
});
