// The toolbox as one page knows it: its servers, what is being done with them, and what went wrong. Pages of the same
// browser each have one, so nothing of it outlives the page.
import { CallError, type Transport } from '#client/kit/data/call.ts';
import type { BodyOf } from '#contract/http.ts';
import type * as contract from '#contract/toolbox/api.ts';
import type { ServerStats, ToolboxServer } from '#contract/toolbox/api.ts';
import * as api from './api.ts';
import * as rules from './servers.ts';
import { createTokenKeeper, NoToken } from './token.ts';
import { type Failure, tellAction, tellFailure, tellFetch, tellRefusal } from './toolbox-words.ts';

/** What is being done with a server. */
export type Doing = rules.Verb | 'delete' | 'priority' | 'default' | 'host-key';
export type NewServer = BodyOf<typeof contract.addServer>;

export type ToolboxState = {
  /** In their order; null until the first answer. */
  servers: ToolboxServer[] | null;
  /** The list is being asked for. */
  isBusy: boolean;
  /** When it was answered last, in milliseconds. */
  updatedAt: number | null;
  listFailure: Failure | null;
  /** Why the last thing that somebody did here failed, and the name of the server that they did it with. */
  failure: (Failure & { server: string }) | null;
  /** What was done last, to be told. */
  said: string | null;
  doing: ReadonlyMap<string, Doing>;
  /** The person may not be here (any more): they have signed out, or lost their role. */
  mustLeave: boolean;
};

/** A call that has no answer by then has failed: nobody waits for it for ever. The server gives SSH half of it. */
const CALL_LIMIT_MS = 20_000;

/** While a server is being looked at an answer waits for it about 3 seconds; after 10 the look has ended in any case. */
const CHECKING_TURNS = 5;
/** A list that is asked for so long after a failure takes its banner away: it was there to be read, and is told by now. */
export const FAILURE_READ_MS = 20_000;

const limited =
  (transport: Transport): Transport =>
  async (...call) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new CallError(call[3], 0, null)), CALL_LIMIT_MS);
    });
    return await Promise.race([transport(...call), late]).finally(() => clearTimeout(timer));
  };

/** Refusals of somebody who may be here, and can do something about it. */
const STAYING = ['TWO_FACTOR_NEEDED', 'CONFIRMATION_REQUIRED'];

const isLeaving = (error: unknown): boolean => {
  const refusal = error instanceof NoToken ? error.cause : error;
  if (!(refusal instanceof CallError) || STAYING.includes(refusal.code ?? '')) return false;
  return refusal.status === 401 || refusal.status === 403;
};

type Change = {
  id: string;
  doing: Doing;
  /** The list as it is taken to be until the answer. */
  assume?: (servers: rules.Servers) => ToolboxServer[];
  call: (bearer: string) => Promise<unknown>;
  /** The list with the answer. */
  settle: (servers: rules.Servers, reply: unknown) => ToolboxServer[];
  tell: Parameters<typeof tellFailure>[1];
  said: string;
};

const verbCalls = { start: api.startServer, stop: api.stopServer, restart: api.restartServer };
const verbSaid = { start: 'was told to start', stop: 'was told to stop', restart: 'was told to restart' };
const defaultFailures = { true: 'Failed to set server as default', false: 'Failed to unset server as default' };

const withReply = (servers: rules.Servers, reply: unknown): ToolboxServer[] =>
  rules.withServer(servers, (reply as { server: ToolboxServer }).server);

export function createToolbox(plain: Transport) {
  const transport = limited(plain);
  const withToken = createTokenKeeper(transport);
  const listeners = new Set<() => void>();
  let state: ToolboxState = {
    servers: null,
    isBusy: false,
    updatedAt: null,
    listFailure: null,
    failure: null,
    said: null,
    doing: new Map(),
    mustLeave: false,
  };
  const set = (change: Partial<ToolboxState>): void => {
    state = { ...state, ...change };
    for (const listener of listeners) listener();
  };
  const setServers = (servers: rules.Servers): void => set({ servers: rules.inOrder(servers) });
  const named = (id: string): string => state.servers?.find((server) => server.id === id)?.name ?? 'The server';

  // An answer tells how things were when it was asked for: what has changed here since then is newer.
  let changes = 0;
  const changedAt = new Map<string, number>();
  const noteChange = (ids: string[]): void => {
    changes += 1;
    for (const id of ids) changedAt.set(id, changes);
  };

  let failedAt = 0;
  // Resolves to whether there was an answer.
  const askOnce = async (): Promise<boolean> => {
    const asked = changes;
    const askedAt = Date.now();
    try {
      const { servers } = await withToken((bearer) => api.listServers(transport, { bearer }));
      const isNewerHere = (id: string) => (changedAt.get(id) ?? 0) > asked || state.doing.has(id);
      setServers(rules.mergeAnswer(state.servers ?? [], servers, isNewerHere));
      const isRead = askedAt - failedAt >= FAILURE_READ_MS;
      set({ updatedAt: Date.now(), listFailure: null, failure: isRead ? null : state.failure });
      return true;
    } catch (error) {
      set({ listFailure: tellFailure(error, tellFetch), mustLeave: isLeaving(error) });
      return false;
    }
  };

  let running: Promise<void> | null = null;
  // Something has happened that only an answer from now on tells of.
  let isOutdated = false;
  // Asks until no server is being looked at any more: what the first answer tells may be from before.
  const fetchServers = async (): Promise<void> => {
    set({ isBusy: true });
    for (let turn = 1; ; turn += 1) {
      isOutdated = false;
      const isAnswered = await askOnce();
      const isChecking = state.servers?.some((server) => server.isChecking) && turn < CHECKING_TURNS;
      if (!isAnswered || !(isOutdated || isChecking)) break;
    }
    set({ isBusy: false });
  };
  // Asks for the list; while it is being asked for already, that answer is waited for.
  const refresh = (): Promise<void> => {
    running ??= fetchServers().finally(() => {
      running = null;
    });
    return running;
  };
  // Asks in any case after this moment.
  const refreshAnew = (): Promise<void> => {
    isOutdated = true;
    return refresh();
  };

  const orLeave = async <T>(call: Promise<T>): Promise<T> => {
    try {
      return await call;
    } catch (error) {
      if (isLeaving(error)) set({ mustLeave: true });
      throw error;
    }
  };

  const setDoing = (id: string, doing: Doing | null): void => {
    const next = new Map(state.doing);
    if (doing) next.set(id, doing);
    else next.delete(id);
    set({ doing: next });
  };

  // One thing at a time with each server. Resolves to whether it was done; a failure is told and undone.
  const change = async ({ id, doing, assume, call, settle, tell, said }: Change): Promise<boolean> => {
    const before = state.servers;
    if (!before || state.doing.has(id)) return false;
    set({ failure: null, said: null });
    setDoing(id, doing);
    const assumed = assume?.(before) ?? before;
    const touched = before.filter((server) => !assumed.includes(server));
    setServers(assumed);
    try {
      const reply = await withToken(call);
      setServers(settle(state.servers ?? [], reply));
      set({ said });
      return true;
    } catch (error) {
      setServers((state.servers ?? []).map((server) => touched.find((old) => old.id === server.id) ?? server));
      failedAt = Date.now();
      set({ failure: { ...tellFailure(error, tell), server: named(id) }, mustLeave: isLeaving(error) });
      if (!state.mustLeave) void refreshAnew();
      return false;
    } finally {
      noteChange([id, ...touched.map((server) => server.id)]);
      setDoing(id, null);
    }
  };

  return {
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    state: (): ToolboxState => state,
    refresh,
    // Takes away what was told of the last thing that somebody did.
    dismiss: (): void => set({ failure: null, said: null }),

    tellToDo: (id: string, verb: rules.Verb) =>
      change({
        id,
        doing: verb,
        assume: (servers) => rules.afterVerb(servers, id, verb),
        call: (bearer) => verbCalls[verb](transport, { params: { id }, bearer }),
        settle: withReply,
        tell: tellAction(verb),
        said: `${named(id)} ${verbSaid[verb]}.`,
      }),

    setPriority: (id: string, priority: number) =>
      change({
        id,
        doing: 'priority',
        assume: (servers) => rules.withPriority(servers, id, priority),
        call: (bearer) => api.setServerPriority(transport, { params: { id, n: String(priority) }, bearer }),
        settle: withReply,
        tell: tellRefusal('Failed to update priority'),
        said: `The priority of ${named(id)} is ${priority} now.`,
      }),

    setDefault: (id: string, isDefault: boolean) =>
      change({
        id,
        doing: 'default',
        assume: (servers) => rules.withDefault(servers, id, isDefault),
        call: (bearer) => api.setServerDefault(transport, { params: { id, bool: `${isDefault}` }, bearer }),
        settle: withReply,
        tell: tellRefusal(defaultFailures[`${isDefault}`]),
        said: isDefault
          ? `${named(id)} is the default server now.`
          : `${named(id)} is not the default server any more.`,
      }),

    forgetHostKey: (id: string) =>
      change({
        id,
        doing: 'host-key',
        call: (bearer) => api.forgetHostKey(transport, { params: { id }, bearer }),
        settle: withReply,
        tell: tellRefusal(api.forgetHostKey.fallback),
        said: `The host key of ${named(id)} is forgotten; the next contact pins the one that it shows.`,
      }),

    remove: (id: string) =>
      change({
        id,
        doing: 'delete',
        call: (bearer) => api.deleteServer(transport, { params: { id }, bearer }),
        settle: (servers) => servers.filter((server) => server.id !== id),
        tell: tellAction('delete'),
        said: `${named(id)} was deleted.`,
      }),

    // Throws what the form is to show.
    async add(body: NewServer): Promise<ToolboxServer> {
      set({ failure: null, said: null });
      const { server } = await orLeave(withToken((bearer) => api.addServer(transport, { body, bearer })));
      noteChange([server.id]);
      setServers(rules.withServer(state.servers ?? [], server));
      set({ said: `${server.name} was added.` });
      void refreshAnew();
      return server;
    },

    // What a server measures now.
    measure: (id: string): Promise<ServerStats> =>
      orLeave(withToken((bearer) => api.getServerStats(transport, { params: { id }, bearer }))),
  };
}

export type Toolbox = ReturnType<typeof createToolbox>;
