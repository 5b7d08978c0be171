import { describe, expect, it } from 'vitest';
import { oneLine, ratesBetween, readFileCounts, readObservation } from './readings.ts';

const MACHINE = `[unit]
LoadState=loaded
ActiveState=active
[cpu]
cpu  100 0 100 700 100 0 0 0 50 0
[memory]
MemTotal:       1000 kB
MemAvailable:    250 kB
[network]
Inter-|   Receive                                                |  Transmit
 face |bytes    packets errs drop fifo frame compressed multicast|bytes    packets errs drop fifo colls carrier compressed
    lo: 900 1 0 0 0 0 0 0 900 1 0 0 0 0 0 0
  eth0: 5000 1 0 0 0 0 0 0 300 1 0 0 0 0 0 0
  eth1:1000 1 0 0 0 0 0 0 200 1 0 0 0 0 0 0
[uptime]
100.50 90.00
[disk]
Filesystem     1024-blocks     Used Available Capacity Mounted on
/dev/vda              2100      500      1500      25% /srv
`;

describe('a reading', () => {
  it("is parsed from the machine's output", () => {
    expect(readObservation(MACHINE)).toEqual({
      unit: { load: 'loaded', active: 'active', words: 'LoadState=loaded' },
      cpu: { busy: 200, total: 1000 },
      memory: { used: 750 * 1024, total: 1000 * 1024 },
      disk: { used: 500 * 1024, total: 2000 * 1024 },
      network: { received: 6000, sent: 500 },
      uptime: 100.5,
    });
  });

  const nothing = { cpu: null, memory: null, disk: null, network: null, uptime: null };
  it.each([
    ['nothing', ''],
    ['missing headings', 'LoadState=loaded\nActiveState=active\n'],
    ['negative', MACHINE.replaceAll(/\d+/g, '-5')],
    ['huge', MACHINE.replaceAll(/\d+/g, '9'.repeat(40))],
    ['non-numeric values', MACHINE.replaceAll(/\d+/g, 'NaN')],
    ['exponents', MACHINE.replaceAll(/\d+/g, '1e9')],
    ['NUL', MACHINE.replaceAll(' ', '\0')],
    ['a single line of 250 kB', `[cpu]\ncpu ${'1 '.repeat(125_000)}\n[memory]\nMemTotal:${' '.repeat(250_000)}1 kB`],
  ])('with %s has no figures', (_name, output) => {
    expect(readObservation(output)).toMatchObject(nothing);
  });

  it('drops memory and disk figures where more is used than exists', () => {
    const lie = MACHINE.replace('250 kB', '1001 kB').replace('500      1500', '2101      1500');
    expect(readObservation(lie)).toMatchObject({ memory: null, disk: null });
  });

  it('uses each heading only once', () => {
    expect(readObservation(`${MACHINE}[uptime]\n7 7\n`).uptime).toBe(100.5);
  });
});

describe('rates', () => {
  const first = readObservation(MACHINE);
  it("are computed from differences, by the machine's own clock", () => {
    const second = readObservation(
      MACHINE.replace('cpu  100 0 100 700 100', 'cpu  130 0 100 740 130')
        .replace('5000', '7000')
        .replace('300 1', '500 1')
        .replace('100.50', '102.50'),
    );
    expect(ratesBetween(first, second)).toEqual({ cpu: 30, networkIn: 1000, networkOut: 100 });
  });

  it.each([
    ['the machine was rebooted', MACHINE.replace('100.50', '3.00')],
    ['no time has passed', MACHINE],
    ['an hour has passed', MACHINE.replace('100.50', '3700.50')],
    ['the uptime is missing', MACHINE.replace('100.50', 'x')],
  ])('are unknown if %s', (_name, output) => {
    expect(ratesBetween(first, readObservation(output))).toEqual({ cpu: null, networkIn: null, networkOut: null });
  });

  it('are unknown if counters run backwards', () => {
    const back = readObservation(
      MACHINE.replace('100.50', '102.50').replace('cpu  100', 'cpu  10').replace('5000', '10').replace('300 1', '10 1'),
    );
    expect(ratesBetween(first, back)).toEqual({ cpu: null, networkIn: null, networkOut: null });
  });
});

it('file counts are exactly four numbers', () => {
  expect(readFileCounts('7 100 20 3\n')).toEqual({ count: 7, video: 100, imagesAndAudio: 20, other: 3 });
  for (const lie of [
    '',
    '7 100 20\n',
    '7 100 20 -3\n',
    '7 100 20 1e9\n',
    '1 2 3 4\n5 6 7 8\n',
    `${'9'.repeat(17)} 1 1 1\n`,
  ])
    expect(readFileCounts(lie)).toBeNull();
});

it('text from a server becomes a single line', () => {
  expect(oneLine('a\0b\r\n\u202ec\u2028d')).toBe('a b c d');
  expect(oneLine('x'.repeat(5000))).toHaveLength(200);
});
