import { describe, expect, it } from 'vitest';
import { toolboxServer } from '#test/harness/toolbox-servers.ts';
import {
  afterVerb,
  fileShares,
  inOrder,
  percentOf,
  priorityOf,
  serverTotals,
  shownServer,
  withDefault,
  withServer,
} from './servers.ts';

const names = (servers: readonly { name: string }[]): string[] => servers.map(({ name }) => name);

describe('the server order', () => {
  it('is by priority, highest first, then by name', () => {
    const servers = [
      toolboxServer({ name: 'b' }),
      toolboxServer({ name: 'edge-10' }),
      toolboxServer({ name: 'edge-9' }),
      toolboxServer({ name: 'z', priority: 3 }),
      toolboxServer({ name: 'a', priority: -1 }),
    ];
    expect(names(inOrder(servers))).toEqual(['z', 'b', 'edge-9', 'edge-10', 'a']);
    expect(names(servers)[0]).toBe('b');
  });
});

describe('the shown server', () => {
  const offline = toolboxServer({ name: 'offline' });
  const online = toolboxServer({ name: 'online', status: 'online' });
  const first = toolboxServer({ name: 'default', isDefault: true });

  it.each([
    ['the chosen one', [offline, online, first], online.id, 'online'],
    ['the default one', [offline, online, first], null, 'default'],
    ['the first online one', [offline, online], null, 'online'],
    ['the first one', [offline, { ...online, status: 'error' as const }], null, 'offline'],
    ['the default one if the chosen one is gone', [offline, first], online.id, 'default'],
    ['none if there are none', [], online.id, undefined],
  ])('is %s', (_case, servers, chosen, name) => {
    expect(shownServer(servers, chosen)?.name).toBe(name);
  });
});

describe('an optimistic update', () => {
  it.each([
    ['start', 'starting'],
    ['restart', 'starting'],
    ['stop', 'stopping'],
  ] as const)('after %s is %s', (verb, status) => {
    const [one, other] = [toolboxServer({ statusReason: 'Failed.' }), toolboxServer()];
    const [after, untouched] = afterVerb([one, other], one.id, verb);
    expect(after).toMatchObject({ status, statusReason: null });
    expect(untouched).toBe(other);
  });

  it('moves the default, and leaves none after unsetting it', () => {
    const servers = [toolboxServer({ isDefault: true }), toolboxServer(), toolboxServer()];
    const id = servers[1]?.id ?? '';
    expect(withDefault(servers, id, true).map(({ isDefault }) => isDefault)).toEqual([false, true, false]);
    expect(withDefault(servers, servers[0]?.id ?? '', false).map(({ isDefault }) => isDefault)).toEqual([
      false,
      false,
      false,
    ]);
  });

  it('replaces a server in place, or appends a new one', () => {
    const servers = [toolboxServer({ isDefault: true }), toolboxServer()];
    const answered = { ...(servers[1] ?? toolboxServer()), name: 'renamed', isDefault: true };
    expect(withServer(servers, answered).map(({ name, isDefault }) => [name, isDefault])).toEqual([
      [servers[0]?.name, false],
      ['renamed', true],
    ]);
    expect(withServer(servers, toolboxServer())).toHaveLength(3);
  });
});

describe('totals', () => {
  it('add up the known values', () => {
    const servers = [
      toolboxServer({ status: 'online', uploadCount: 3, diskUsed: 10, diskTotal: 20 }),
      toolboxServer({ status: 'online', uploadCount: null, diskUsed: 5, diskTotal: 30 }),
      toolboxServer(),
    ];
    expect(serverTotals(servers)).toEqual({ servers: 3, online: 2, uploads: 3, storageUsed: 15, storageTotal: 50 });
  });

  it('are null if no server knows the value, and zero without servers', () => {
    expect(serverTotals([toolboxServer()])).toMatchObject({ uploads: null, storageUsed: null });
    expect(serverTotals([])).toMatchObject({ servers: 0, uploads: 0, storageUsed: 0 });
  });
});

describe('percentages', () => {
  it.each([
    [5, 10, 50],
    [0, 10, 0],
    [5, 0, null],
    [null, 10, null],
    [5, null, null],
  ])('%s of %s is %s percent', (part, whole, percent) => expect(percentOf(part, whole)).toBe(percent));

  it('of file types are by size', () => {
    expect(fileShares({ video: 3, imagesAndAudio: 1, other: 0 })).toEqual([
      { name: 'Video', bytes: 3, percent: 75 },
      { name: 'Images and Audio', bytes: 1, percent: 25 },
      { name: 'Other', bytes: 0, percent: 0 },
    ]);
    expect(fileShares({ video: 0, imagesAndAudio: 0, other: 0 })?.map(({ percent }) => percent)).toEqual([0, 0, 0]);
    expect(fileShares(null)).toBeNull();
  });
});

describe('a typed priority', () => {
  it.each([
    ['7', 7],
    [' -3 ', -3],
    ['', 0],
    ['high', 0],
    ['2.9', 3],
    ['-0', 0],
    ['Infinity', 1_000_000],
    ['-99999999', -1_000_000],
  ])('%j becomes %s', (typed, priority) => expect(priorityOf(typed)).toBe(priority));
});
