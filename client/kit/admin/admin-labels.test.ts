import { describe, expect, it } from 'vitest';
import { adminDay, adminTime, shortId } from './admin-labels.ts';

describe('admin labels', () => {
  it('format dates and times as specified', () => {
    expect(adminDay('2026-03-05T23:59:00.000Z')).toBe('Mar 05, 2026');
    expect(adminTime('2026-03-05T00:07:00.000Z')).toBe('Mar 05, 2026 00:07');
  });

  it.each([null, undefined, '', 'yesterday'])('show N/A for %j', (time) => {
    expect(adminDay(time)).toBe('N/A');
    expect(adminTime(time)).toBe('N/A');
  });

  it('shorten ids', () => {
    expect(shortId('01234567-89ab-4def-8123-456789abcdef')).toBe('#0123456');
  });
});
