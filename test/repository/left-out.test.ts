import { afterEach, expect, it, vi } from 'vitest';
import { isTried } from './left-out.ts';

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

it('names the tests that are skipped, and fails in CI', () => {
  const told = vi.spyOn(console, 'warn').mockImplementation(() => {});
  vi.stubEnv('CI', '');
  expect(isTried('Full disks are', false, 'root')).toBe(false);
  expect(told).toHaveBeenCalledExactlyOnceWith('Full disks are not tested: this needs root.');
  vi.stubEnv('CI', 'true');
  expect(() => isTried('Full disks are', false, 'root')).toThrow('Full disks are not tested: this needs root.');
});

it('prints nothing when the tests can run', () => {
  const told = vi.spyOn(console, 'warn').mockImplementation(() => {});
  vi.stubEnv('CI', 'true');
  expect(isTried('Full disks are', true, 'root')).toBe(true);
  expect(told).not.toHaveBeenCalled();
});
