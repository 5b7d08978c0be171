// What the page makes of answers that come late, fail or overlap: the site cannot be made to give them in a chosen order.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CallError, type Transport } from '#client/kit/data/call.ts';
import type { ToolboxServer } from '#contract/toolbox/api.ts';
import { toolboxServer } from '#test/harness/toolbox-servers.ts';
import { createToolbox, FAILURE_READ_MS } from './toolbox-store.ts';

const MINUTE = 60_000;

type Call = { method: string; path: string; id: string | undefined; bearer: string | undefined };
type Reply = { call: Call; answer(data: unknown): Promise<void>; refuse(error: unknown): Promise<void> };

/** A site whose answers are given by hand. Tokens are given at once, each another one, unless `tokens` says otherwise. */
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
      const settled = async (): Promise<void> => void (await vi.advanceTimersByTimeAsync(0));
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
    // The oldest call that waits for an answer.
    async next(path: string, method?: string): Promise<Reply> {
      await vi.advanceTimersByTimeAsync(0);
      const place = open.findIndex(({ call }) => call.path === path && call.method === (method ?? call.method));
      const [reply] = place < 0 ? [] : open.splice(place, 1);
      if (!reply) throw new Error(`no call of ${path} waits; made were ${calls.map((call) => call.path).join(', ')}`);
      return reply;
    },
  };
};

const START = '/servers/{id}/start';
const LIST = '/servers';

const open = async (servers: ToolboxServer[]) => {
  const given = site();
  const toolbox = createToolbox(given.transport);
  void toolbox.refresh();
  await (await given.next(LIST)).answer({ servers });
  return { ...given, toolbox };
};

const statusOf = (toolbox: ReturnType<typeof createToolbox>, id: string) =>
  toolbox.state().servers?.find((server) => server.id === id)?.status;

beforeEach(() => void vi.useFakeTimers({ now: Date.UTC(2026, 10, 22, 12) }));
afterEach(() => void vi.useRealTimers());

describe('the token', () => {
  it('is asked for once, sent with every call, and asked for anew a minute before its end', async () => {
    const { toolbox, calls, next } = await open([]);
    void toolbox.refresh();
    await (await next(LIST)).answer({ servers: [] });
    expect(calls.map(({ path, bearer }) => [path, bearer])).toEqual([
      ['/token', undefined],
      [LIST, 'token-1'],
      [LIST, 'token-1'],
    ]);
    vi.setSystemTime(Date.now() + 14 * MINUTE - 1);
    void toolbox.refresh();
    expect((await next(LIST)).call.bearer).toBe('token-1');
    vi.setSystemTime(Date.now() + 1);
    void toolbox.measure('any').catch(() => null);
    expect((await next('/servers/{id}/stats')).call.bearer).toBe('token-2');
  });

  it('is asked for anew once when the server does not know it any more', async () => {
    const { toolbox, next, calls } = await open([]);
    void toolbox.refresh();
    const over = new CallError('Please log in first.', 401, 'SIGN_IN_REQUIRED');
    await (await next(LIST)).refuse(over);
    const second = await next(LIST);
    expect(second.call.bearer).toBe('token-2');
    await second.refuse(over);
    expect(calls.filter(({ path }) => path === '/token')).toHaveLength(2);
    expect(toolbox.state()).toMatchObject({
      mustLeave: true,
      listFailure: { sentence: 'Authentication failed: Unable to get token' },
    });
  });

  it.each([
    [new CallError('any', 0, null), 'Authentication check failed. Please try again.', false],
    [new CallError('Broken.', 500, null), 'Authentication failed: Unable to get token', false],
    [new CallError('This is not for you.', 403, 'NOT_ALLOWED'), 'Authentication failed: Unable to get token', true],
    [new CallError('Turn it on.', 403, 'TWO_FACTOR_NEEDED'), 'Turn it on.', false],
  ])('that is not given is told, and asked for by the next try: %s', async (error, sentence, mustLeave) => {
    const given = site(() => Promise.reject(error));
    const toolbox = createToolbox(given.transport);
    await toolbox.refresh();
    expect(toolbox.state()).toMatchObject({ servers: null, isBusy: false, listFailure: { sentence }, mustLeave });
    await toolbox.refresh();
    expect(given.calls.map(({ path }) => path)).toEqual(['/token', '/token']);
  });
});

describe('the list', () => {
  it('is asked for once at a time, and kept when a later call fails', async () => {
    const server = toolboxServer();
    const { toolbox, next, calls } = await open([server]);
    void toolbox.refresh();
    void toolbox.refresh();
    await (await next(LIST)).refuse(new CallError('Broken.', 500, 'INTERNAL'));
    expect(calls.filter(({ path }) => path === LIST)).toHaveLength(2);
    expect(toolbox.state().listFailure?.sentence).toBe('Failed to fetch servers: Broken.');
    expect(toolbox.state().servers).toEqual([server]);
    void toolbox.refresh();
    await (await next(LIST)).answer({ servers: [] });
    expect(toolbox.state()).toMatchObject({ listFailure: null, servers: [] });
  });

  it('is asked for again while a server is being looked at, until that has ended, and not for ever', async () => {
    const server = toolboxServer({ status: 'online' });
    const given = site();
    const toolbox = createToolbox(given.transport);
    void toolbox.refresh();
    await (await given.next(LIST)).answer({ servers: [{ ...server, isChecking: true }] });
    expect(toolbox.state()).toMatchObject({ isBusy: true, servers: [{ status: 'online', isChecking: true }] });
    await (await given.next(LIST)).answer({ servers: [{ ...server, status: 'error' }] });
    expect(toolbox.state()).toMatchObject({ isBusy: false, servers: [{ status: 'error', isChecking: false }] });
    void toolbox.refresh();
    for (let turn = 0; turn < 5; turn += 1)
      await (await given.next(LIST)).answer({ servers: [{ ...server, isChecking: true }] });
    expect(toolbox.state().isBusy).toBe(false);
    await expect(given.next(LIST)).rejects.toThrow('no call of');
  });

  it('has failed when no answer comes for 20 seconds', async () => {
    const { toolbox, next } = await open([]);
    void toolbox.refresh();
    await next(LIST);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(toolbox.state()).toMatchObject({
      isBusy: false,
      listFailure: { sentence: 'Failed to fetch servers. Please try again.' },
    });
  });
});

describe('a press', () => {
  it('shows at once, and an answer that was asked for before does not undo it', async () => {
    const server = toolboxServer({ status: 'offline' });
    const { toolbox, next } = await open([server]);
    void toolbox.refresh();
    const early = await next(LIST);
    const done = toolbox.tellToDo(server.id, 'start');
    expect(statusOf(toolbox, server.id)).toBe('starting');
    const start = await next(START);
    // Asked for before the press, answered while the press is on its way.
    await early.answer({ servers: [server] });
    expect(statusOf(toolbox, server.id)).toBe('starting');
    void toolbox.refresh();
    const between = await next(LIST);
    await start.answer({ server: { ...server, status: 'starting' } });
    expect(await done).toBe(true);
    // Asked for before the press was answered, answered after it.
    await between.answer({ servers: [server] });
    expect(statusOf(toolbox, server.id)).toBe('starting');
    void toolbox.refresh();
    await (await next(LIST)).answer({ servers: [{ ...server, status: 'online' }] });
    expect(statusOf(toolbox, server.id)).toBe('online');
  });

  it('that fails is undone and told, and the list is asked for anew', async () => {
    const server = toolboxServer({ status: 'online' });
    const { toolbox, next } = await open([server]);
    void toolbox.refresh();
    const running = await next(LIST);
    const done = toolbox.tellToDo(server.id, 'stop');
    const refusal = new CallError('Failed to stop server: Access denied', 502, 'SERVER_FAILED');
    await (await next('/servers/{id}/stop')).refuse(refusal);
    expect(await done).toBe(false);
    expect(statusOf(toolbox, server.id)).toBe('online');
    expect(toolbox.state().failure).toMatchObject({ sentence: 'Failed to stop server: Access denied' });
    await running.answer({ servers: [server] });
    // Not that one: one that was asked for after the refusal.
    await (await next(LIST)).answer({ servers: [{ ...server, statusReason: 'Access denied' }] });
    expect(toolbox.state().servers?.[0]?.statusReason).toBe('Access denied');
  });

  it('that fails names its server, until somebody takes that away, or has had the time to read it', async () => {
    const server = toolboxServer({ name: 'edge' });
    const { toolbox, next } = await open([server]);
    const fail = async (): Promise<void> => {
      void toolbox.tellToDo(server.id, 'start');
      await (await next(START)).refuse(new CallError('Access denied', 502, 'SERVER_FAILED'));
      await (await next(LIST)).answer({ servers: [server] });
    };
    const failure = { sentence: 'Access denied', server: 'edge' };
    await fail();
    expect(toolbox.state().failure).toMatchObject(failure);
    toolbox.dismiss();
    expect(toolbox.state().failure).toBeNull();

    await fail();
    vi.setSystemTime(Date.now() + FAILURE_READ_MS - 1);
    void toolbox.refresh();
    await (await next(LIST)).answer({ servers: [server] });
    expect(toolbox.state().failure).toMatchObject(failure);
    vi.setSystemTime(Date.now() + 1);
    void toolbox.refresh();
    await (await next(LIST)).refuse(new CallError('Broken.', 500, 'INTERNAL'));
    expect(toolbox.state().failure).toMatchObject(failure);
    void toolbox.refresh();
    await (await next(LIST)).answer({ servers: [server] });
    expect(toolbox.state().failure).toBeNull();
  });

  it('waits for the one before on the same server, but not on others', async () => {
    const [one, other] = [toolboxServer(), toolboxServer()];
    const { toolbox, next, calls } = await open([one, other]);
    void toolbox.tellToDo(one.id, 'start');
    expect(await toolbox.setPriority(one.id, 3)).toBe(false);
    void toolbox.tellToDo(other.id, 'start');
    await next(START);
    expect((await next(START)).call.id).toBe(other.id);
    expect(calls.some(({ path }) => path.includes('priority'))).toBe(false);
  });

  it('moves the default, and moves it back when that is refused', async () => {
    const [one, other] = [toolboxServer({ isDefault: true }), toolboxServer()];
    const { toolbox, next } = await open([one, other]);
    const defaults = () => toolbox.state().servers?.map(({ isDefault }) => isDefault);
    void toolbox.setDefault(other.id, true);
    expect(defaults()).toEqual([false, true]);
    const gone = new CallError('This server does not exist any more.', 404, 'SERVER_NOT_FOUND');
    await (await next('/servers/{id}/default/{bool}')).refuse(gone);
    expect(defaults()).toEqual([true, false]);
    expect(toolbox.state().failure).toMatchObject({
      sentence: 'Failed to set server as default',
      reason: gone.message,
    });
  });

  it('sorts anew by a new priority', async () => {
    const [one, other] = [toolboxServer({ name: 'a' }), toolboxServer({ name: 'b' })];
    const { toolbox } = await open([one, other]);
    void toolbox.setPriority(other.id, 9);
    expect(toolbox.state().servers?.map(({ name }) => name)).toEqual(['b', 'a']);
  });

  it('deletes for good: an answer from before does not bring the server back', async () => {
    const server = toolboxServer();
    const { toolbox, next } = await open([server]);
    void toolbox.refresh();
    const early = await next(LIST);
    const done = toolbox.remove(server.id);
    await (await next('/servers/{id}/delete')).answer({ id: server.id });
    expect(await done).toBe(true);
    await early.answer({ servers: [server] });
    expect(toolbox.state()).toMatchObject({ servers: [], said: `${server.name} was deleted.` });
  });

  it('adds a server that an answer from before does not know', async () => {
    const server = toolboxServer({ name: 'new' });
    const { toolbox, next } = await open([]);
    void toolbox.refresh();
    const early = await next(LIST);
    const added = toolbox.add({ name: 'new', ip: '203.0.113.10', location: 'x', username: 'x', password: 'x' });
    await (await next(LIST, 'POST')).answer({ server });
    await early.answer({ servers: [] });
    expect(await added).toEqual(server);
    expect(toolbox.state().servers).toEqual([server]);
  });

  it('by somebody who has lost the role leads away', async () => {
    const server = toolboxServer();
    const { toolbox, next } = await open([server]);
    void toolbox.tellToDo(server.id, 'start');
    await (await next(START)).refuse(new CallError('This is not for you.', 403, 'NOT_ALLOWED'));
    expect(toolbox.state().mustLeave).toBe(true);
  });
});
