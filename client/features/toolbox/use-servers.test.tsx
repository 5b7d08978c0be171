// @vitest-environment jsdom
// Tests the page with responses that are late, fail or overlap. A real server cannot be made to send them in a chosen order.
import { useIsFetching } from '@tanstack/react-query';
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CallError, type Transport } from '#client/kit/data/call.ts';
import { PageQueries } from '#client/kit/data/page-queries.tsx';
import type { ToolboxServer } from '#contract/toolbox/api.ts';
import { TOOLBOX_REFRESH_MS, TOOLBOX_STATS_MS } from '#contract/toolbox/limits.ts';
import { toolboxServer } from '#test/harness/toolbox-servers.ts';
import { FAILURE_READ_MS, SERVERS_KEY, type Toolbox, type ToolboxState, useServers } from './use-servers.ts';
import { useStats } from './use-stats.ts';

const MINUTE = 60_000;

/** Runs everything that is due, without advancing time. */
const settled = (): Promise<unknown> => act(() => vi.advanceTimersByTimeAsync(0));

type Call = { method: string; path: string; id: string | undefined; bearer: string | undefined };
type Reply = { call: Call; answer(data: unknown): Promise<unknown>; refuse(error: unknown): Promise<unknown> };

const pass = (ms: number): Promise<unknown> => act(() => vi.advanceTimersByTimeAsync(ms));

/**
 * A fake site whose responses are controlled by the test. Unless `tokens` is given, token requests are answered immediately, each
 * with a new token.
 */
const site = (tokens?: () => Promise<unknown>) => {
  const open: Reply[] = [];
  const calls: Call[] = [];
  let given = 0;
  const transport: Transport = (method, path, { params, bearer }) => {
    const call = { method, path: path.replace('/api/admin/toolbox', ''), id: params?.id, bearer };
    calls.push(call);
    if (call.path === '/token') {
      given += 1;
      return tokens?.() ?? Promise.resolve({ token: `token-${given}`, expiresAt: '' });
    }
    return new Promise((resolve, reject) => {
      open.push({
        call,
        answer: (data) => {
          resolve(data);
          return settled();
        },
        refuse: (error) => {
          reject(error);
          return settled();
        },
      });
    });
  };
  return {
    transport,
    calls,
    // Returns the oldest unanswered call.
    async next(path: string, method?: string): Promise<Reply> {
      await settled();
      const place = open.findIndex(({ call }) => call.path === path && call.method === (method ?? call.method));
      const [reply] = place < 0 ? [] : open.splice(place, 1);
      if (!reply) throw new Error(`no call of ${path} is pending; calls: ${calls.map((call) => call.path).join(', ')}`);
      return reply;
    },
  };
};

const START = '/servers/{id}/start';
const LIST = '/servers';

const useShown = (transport: Transport) => ({
  ...useServers(transport),
  isBusy: useIsFetching({ queryKey: SERVERS_KEY }) > 0,
});

/** Renders a page that loads the servers. `press` runs an action on it. */
const openPage = async (transport: Transport) => {
  const { result } = renderHook(() => useShown(transport), { wrapper: PageQueries });
  await settled();
  return {
    state: (): ToolboxState & { isBusy: boolean } => ({ ...result.current.state, isBusy: result.current.isBusy }),
    press: async <T,>(run: (toolbox: Toolbox) => T): Promise<{ done: T }> => {
      let done: T | undefined;
      act(() => {
        done = run(result.current.toolbox);
      });
      await settled();
      return { done: done as T };
    },
  };
};

const open = async (servers: ToolboxServer[]) => {
  const given = site();
  const page = await openPage(given.transport);
  await (await given.next(LIST)).answer({ servers });
  return { ...given, ...page, refresh: () => page.press((toolbox) => toolbox.refresh()) };
};

const statusOf = ({ servers }: ToolboxState, id: string) => servers?.find((server) => server.id === id)?.status;

beforeEach(() => void vi.useFakeTimers({ now: Date.UTC(2026, 10, 22, 12) }));
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

describe('the token', () => {
  it('is requested once, sent with every call, and renewed a minute before it expires', async () => {
    const { press, refresh, calls, next } = await open([]);
    await refresh();
    await (await next(LIST)).answer({ servers: [] });
    expect(calls.map(({ path, bearer }) => [path, bearer])).toEqual([
      ['/token', undefined],
      [LIST, 'token-1'],
      [LIST, 'token-1'],
    ]);
    vi.setSystemTime(Date.now() + 14 * MINUTE - 1);
    await refresh();
    expect((await next(LIST)).call.bearer).toBe('token-1');
    vi.setSystemTime(Date.now() + 1);
    await press((toolbox) => toolbox.measure('any').catch(() => null));
    expect((await next('/servers/{id}/stats')).call.bearer).toBe('token-2');
  });

  it('is renewed once if the server rejects it', async () => {
    const { state, refresh, next, calls } = await open([]);
    await refresh();
    const over = new CallError('Please log in first.', 401, 'SIGN_IN_REQUIRED');
    await (await next(LIST)).refuse(over);
    const second = await next(LIST);
    expect(second.call.bearer).toBe('token-2');
    await second.refuse(over);
    expect(calls.filter(({ path }) => path === '/token')).toHaveLength(2);
    expect(state()).toMatchObject({
      mustLeave: true,
      listFailure: { sentence: 'Authentication failed: Unable to get token' },
    });
  });

  it.each([
    [new CallError('any', 0, null), 'Authentication check failed. Please try again.', false],
    [new CallError('Broken.', 500, null), 'Authentication failed: Unable to get token', false],
    [new CallError('This is not for you.', 403, 'NOT_ALLOWED'), 'Authentication failed: Unable to get token', true],
    [new CallError('Turn it on.', 403, 'TWO_FACTOR_NEEDED'), 'Turn it on.', false],
  ])(
    'that cannot be obtained shows an error, and is requested again on retry: %s',
    async (error, sentence, mustLeave) => {
      const given = site(() => Promise.reject(error));
      const { state, press } = await openPage(given.transport);
      expect(state()).toMatchObject({ servers: null, isBusy: false, listFailure: { sentence }, mustLeave });
      await press((toolbox) => toolbox.refresh());
      expect(given.calls.map(({ path }) => path)).toEqual(['/token', '/token']);
    },
  );
});

describe('the list', () => {
  it('is requested once at a time, and kept if a later call fails', async () => {
    const server = toolboxServer();
    const { state, refresh, next, calls } = await open([server]);
    await refresh();
    await refresh();
    await (await next(LIST)).refuse(new CallError('Broken.', 500, 'INTERNAL'));
    expect(calls.filter(({ path }) => path === LIST)).toHaveLength(2);
    expect(state().listFailure?.sentence).toBe('Failed to fetch servers: Broken.');
    expect(state().servers).toEqual([server]);
    await refresh();
    await (await next(LIST)).answer({ servers: [] });
    expect(state()).toMatchObject({ listFailure: null, servers: [] });
  });

  it('is requested again while a check is running, but not forever', async () => {
    const server = toolboxServer({ status: 'online' });
    const given = site();
    const { state, press } = await openPage(given.transport);
    await (await given.next(LIST)).answer({ servers: [{ ...server, isChecking: true }] });
    expect(state()).toMatchObject({ isBusy: true, servers: [{ status: 'online', isChecking: true }] });
    await (await given.next(LIST)).answer({ servers: [{ ...server, status: 'error' }] });
    expect(state()).toMatchObject({ isBusy: false, servers: [{ status: 'error', isChecking: false }] });
    await press((toolbox) => toolbox.refresh());
    for (let turn = 0; turn < 5; turn += 1)
      await (await given.next(LIST)).answer({ servers: [{ ...server, isChecking: true }] });
    expect(state().isBusy).toBe(false);
    await expect(given.next(LIST)).rejects.toThrow('no call of');
  });

  it('fails if there is no reply within 20 seconds', async () => {
    const { state, refresh, next } = await open([]);
    await refresh();
    await next(LIST);
    // Failures are rendered on the next tick.
    await pass(20_001);
    expect(state()).toMatchObject({
      isBusy: false,
      listFailure: { sentence: 'Failed to fetch servers. Please try again.' },
    });
  });
});

describe('while the page is visible', () => {
  const see = (visibility: DocumentVisibilityState): void => {
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(visibility);
    act(() => void document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
  };
  afterEach(() => void vi.restoreAllMocks());
  const asked = (calls: Call[]): number => calls.filter(({ path }) => path === LIST).length;

  it('the list is reloaded every 30 seconds', async () => {
    const { next, calls } = await open([]);
    await pass(TOOLBOX_REFRESH_MS - 1);
    expect(asked(calls)).toBe(1);
    await pass(1);
    await (await next(LIST)).answer({ servers: [] });
    await pass(TOOLBOX_REFRESH_MS);
    expect(asked(calls)).toBe(3);
  });

  it('it is reloaded on return if overdue; a hidden page requests nothing', async () => {
    const { next, calls } = await open([]);
    see('hidden');
    await pass(5 * TOOLBOX_REFRESH_MS);
    expect(asked(calls)).toBe(1);
    see('visible');
    await (await next(LIST)).answer({ servers: [] });
    expect(asked(calls)).toBe(2);
    // The page is hidden only briefly, so polling continues.
    see('hidden');
    see('visible');
    await pass(TOOLBOX_REFRESH_MS - 1);
    expect(asked(calls)).toBe(2);
  });

  it('nothing is requested after declining the confirmation, until the user retries', async () => {
    const given = site(() => Promise.reject(new CallError('Confirm it.', 403, 'CONFIRMATION_REQUIRED')));
    const { press, state } = await openPage(given.transport);
    await pass(3 * TOOLBOX_REFRESH_MS);
    expect(given.calls).toHaveLength(1);
    expect(state()).toMatchObject({ mustLeave: false, listFailure: { code: 'CONFIRMATION_REQUIRED' } });
    await press((toolbox) => toolbox.refresh());
    expect(given.calls).toHaveLength(2);
  });

  it('a failure stays visible while the list is reloaded', async () => {
    const given = site();
    const { press, state } = await openPage(given.transport);
    await (await given.next(LIST)).refuse(new CallError('Broken.', 500, 'INTERNAL'));
    await press((toolbox) => toolbox.refresh());
    expect(state()).toMatchObject({ isBusy: true, servers: null, listFailure: { sentence: expect.any(String) } });
  });

  it('polling stops when the page is closed', async () => {
    const { calls } = await open([]);
    cleanup();
    await pass(2 * TOOLBOX_REFRESH_MS);
    expect(asked(calls)).toBe(1);
  });
});

describe('an action', () => {
  it('takes effect immediately and is not undone by an earlier reply', async () => {
    const server = toolboxServer({ status: 'offline' });
    const { state, press, refresh, next } = await open([server]);
    await refresh();
    const early = await next(LIST);
    const { done } = await press((toolbox) => toolbox.tellToDo(server.id, 'start'));
    expect(statusOf(state(), server.id)).toBe('starting');
    const start = await next(START);
    // This list was requested before the action and answered while the action was running.
    await early.answer({ servers: [server] });
    expect(statusOf(state(), server.id)).toBe('starting');
    await refresh();
    const between = await next(LIST);
    await start.answer({ server: { ...server, status: 'starting' } });
    expect(await done).toBe(true);
    // This list was requested before the action finished and answered afterwards.
    await between.answer({ servers: [server] });
    expect(statusOf(state(), server.id)).toBe('starting');
    await refresh();
    await (await next(LIST)).answer({ servers: [{ ...server, status: 'online' }] });
    expect(statusOf(state(), server.id)).toBe('online');
  });

  it('that fails is undone and reported, and the list is reloaded', async () => {
    const server = toolboxServer({ status: 'online' });
    const { state, press, refresh, next } = await open([server]);
    await refresh();
    const running = await next(LIST);
    const { done } = await press((toolbox) => toolbox.tellToDo(server.id, 'stop'));
    const refusal = new CallError('Failed to stop server: Access denied', 502, 'SERVER_FAILED');
    await (await next('/servers/{id}/stop')).refuse(refusal);
    expect(await done).toBe(false);
    expect(statusOf(state(), server.id)).toBe('online');
    expect(state().failure).toMatchObject({ sentence: 'Failed to stop server: Access denied' });
    await running.answer({ servers: [server] });
    // Answer the request sent after the failure, not the earlier one.
    await (await next(LIST)).answer({ servers: [{ ...server, statusReason: 'Access denied' }] });
    expect(state().servers?.[0]?.statusReason).toBe('Access denied');
  });

  it('that fails names its server until dismissed, or until there was time to read it', async () => {
    const server = toolboxServer({ name: 'edge' });
    const { state, press, refresh, next } = await open([server]);
    const fail = async (): Promise<void> => {
      await press((toolbox) => toolbox.tellToDo(server.id, 'start'));
      await (await next(START)).refuse(new CallError('Access denied', 502, 'SERVER_FAILED'));
      await (await next(LIST)).answer({ servers: [server] });
    };
    const failure = { sentence: 'Access denied', server: 'edge' };
    await fail();
    expect(state().failure).toMatchObject(failure);
    await press((toolbox) => toolbox.dismiss());
    expect(state().failure).toBeNull();

    await fail();
    vi.setSystemTime(Date.now() + FAILURE_READ_MS - 1);
    await refresh();
    await (await next(LIST)).answer({ servers: [server] });
    expect(state().failure).toMatchObject(failure);
    vi.setSystemTime(Date.now() + 1);
    await refresh();
    await (await next(LIST)).refuse(new CallError('Broken.', 500, 'INTERNAL'));
    expect(state().failure).toMatchObject(failure);
    await refresh();
    await (await next(LIST)).answer({ servers: [server] });
    expect(state().failure).toBeNull();
  });

  it('waits for the previous one on the same server, but not on others', async () => {
    const [one, other] = [toolboxServer(), toolboxServer()];
    const { press, next, calls } = await open([one, other]);
    await press((toolbox) => toolbox.tellToDo(one.id, 'start'));
    expect(await (await press((toolbox) => toolbox.setPriority(one.id, 3))).done).toBe(false);
    await press((toolbox) => toolbox.tellToDo(other.id, 'start'));
    await next(START);
    expect((await next(START)).call.id).toBe(other.id);
    expect(calls.some(({ path }) => path.includes('priority'))).toBe(false);
  });

  it('moves the default, and moves it back if rejected', async () => {
    const [one, other] = [toolboxServer({ isDefault: true }), toolboxServer()];
    const { state, press, next } = await open([one, other]);
    const defaults = () => state().servers?.map(({ isDefault }) => isDefault);
    await press((toolbox) => toolbox.setDefault(other.id, true));
    expect(defaults()).toEqual([false, true]);
    const gone = new CallError('This server no longer exists.', 404, 'SERVER_NOT_FOUND');
    await (await next('/servers/{id}/default/{bool}')).refuse(gone);
    expect(defaults()).toEqual([true, false]);
    expect(state().failure).toMatchObject({
      sentence: 'Failed to set server as default',
      reason: gone.message,
    });
  });

  it('re-sorts the list after a new priority', async () => {
    const [one, other] = [toolboxServer({ name: 'a' }), toolboxServer({ name: 'b' })];
    const { state, press } = await open([one, other]);
    await press((toolbox) => toolbox.setPriority(other.id, 9));
    expect(state().servers?.map(({ name }) => name)).toEqual(['b', 'a']);
  });

  it('deletes for good: an earlier reply does not bring the server back', async () => {
    const server = toolboxServer();
    const { state, press, refresh, next } = await open([server]);
    await refresh();
    const early = await next(LIST);
    const { done } = await press((toolbox) => toolbox.remove(server.id));
    await (await next('/servers/{id}/delete')).answer({ id: server.id });
    expect(await done).toBe(true);
    await early.answer({ servers: [server] });
    expect(state()).toMatchObject({ servers: [], said: `${server.name} was deleted.` });
  });

  it('adds a server that is missing from an earlier reply', async () => {
    const server = toolboxServer({ name: 'new' });
    const { state, press, refresh, next } = await open([]);
    await refresh();
    const early = await next(LIST);
    const { done: added } = await press((toolbox) =>
      toolbox.add({ name: 'new', ip: '203.0.113.10', location: 'x', username: 'x', password: 'x' }),
    );
    await (await next(LIST, 'POST')).answer({ server });
    await early.answer({ servers: [] });
    expect(await added).toEqual(server);
    expect(state().servers).toEqual([server]);
  });

  it('by a user without the admin role redirects away', async () => {
    const server = toolboxServer();
    const { state, press, next } = await open([server]);
    await press((toolbox) => toolbox.tellToDo(server.id, 'start'));
    await (await next(START)).refuse(new CallError('This is not for you.', 403, 'NOT_ALLOWED'));
    expect(state().mustLeave).toBe(true);
  });
});

describe('live stats', () => {
  const STATS = '/servers/{id}/stats';
  const figures = { isLive: true, lastUpdated: '2026-11-22T12:00:00.000Z' };
  const watch = async (server: ToolboxServer) => {
    const given = site();
    const hook = renderHook(({ server }) => useStats(useServers(given.transport).toolbox, server), {
      initialProps: { server },
      wrapper: PageQueries,
    });
    await (await given.next(LIST)).answer({ servers: [server] });
    const asked = (): number => given.calls.filter(({ path }) => path === STATS).length;
    return { ...given, asked, ...hook };
  };

  it('of an online server are polled every 10 seconds; after a failure the last ones stay', async () => {
    const { next, asked, result } = await watch(toolboxServer({ status: 'online' }));
    expect(result.current).toEqual({ stats: null, isFailed: false });
    await (await next(STATS)).answer(figures);
    expect(result.current).toEqual({ stats: figures, isFailed: false });
    await pass(TOOLBOX_STATS_MS);
    expect(asked()).toBe(2);
    await (await next(STATS)).refuse(new CallError('Broken.', 502, 'SERVER_FAILED'));
    expect(result.current).toEqual({ stats: figures, isFailed: true });
    await pass(TOOLBOX_STATS_MS);
    // The failure stays visible while reloading.
    expect(result.current.isFailed).toBe(true);
    await (await next(STATS)).answer(figures);
    expect(result.current.isFailed).toBe(false);
  });

  it('of a server that went offline are requested once, and immediately when it is back online', async () => {
    const server = toolboxServer({ status: 'offline', lastPing: figures.lastUpdated });
    const { next, asked, result, rerender } = await watch(server);
    await (await next(STATS)).answer({ ...figures, isLive: false });
    await pass(3 * TOOLBOX_STATS_MS);
    expect(asked()).toBe(1);
    rerender({ server: { ...server, status: 'online' } });
    await (await next(STATS)).answer(figures);
    expect(result.current.stats?.isLive).toBe(true);
    expect(asked()).toBe(2);
  });

  it('of a server that was never online are not requested', async () => {
    const { asked } = await watch(toolboxServer({ status: 'offline', lastPing: null }));
    await pass(3 * TOOLBOX_STATS_MS);
    expect(asked()).toBe(0);
  });
});
