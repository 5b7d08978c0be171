import { afterEach, expect, it, vi } from 'vitest';
import { isTried } from './left-out.ts';

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

it('says what is not tried, and fails where nobody would read it', () => {
  const told = vi.spyOn(console, 'warn').mockImplementation(() => {});
  vi.stubEnv('CI', '');
  expect(isTried('Full disks are', false, 'root')).toBe(false);
  expect(told).toHaveBeenCalledExactlyOnceWith('Full disks are not tried: this needs root.');
  vi.stubEnv('CI', 'true');
  expect(() => isTried('Full disks are', false, 'root')).toThrow('Full disks are not tried: this needs root.');
});

it('says nothing of what is tried', () => {
  const told = vi.spyOn(console, 'warn').mockImplementation(() => {});
  vi.stubEnv('CI', 'true');
  expect(isTried('Full disks are', true, 'root')).toBe(true);
  expect(told).not.toHaveBeenCalled();
});
