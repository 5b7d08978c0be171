// State of the servers page: the list, running actions and failures.
import { useMutation, useMutationState, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { CallError, type Transport } from '#client/kit/data/call.ts';
import type { BodyOf } from '#contract/http.ts';
import type * as contract from '#contract/toolbox/api.ts';
import type { ServerStats, ToolboxServer } from '#contract/toolbox/api.ts';
import { TOOLBOX_REFRESH_MS } from '#contract/toolbox/limits.ts';
import * as api from './api.ts';
import * as rules from './servers.ts';
import { createTokenKeeper, NoToken } from './token.ts';
import { type ToolboxFailure, tellAction, tellFailure, tellFetch, tellRefusal } from './toolbox-labels.ts';

export type Doing = rules.Verb | 'delete' | 'priority' | 'default' | 'host-key';
export type NewServer = BodyOf<typeof contract.addServer>;

export type ToolboxState = {
  /** The servers in display order, with running actions applied optimistically; null until the first response. */
  servers: ToolboxServer[] | null;
  /** Time of the last response, in milliseconds since the epoch. */
  updatedAt: number | null;
  listFailure: ToolboxFailure | null;
  /** Failure of the last action, with the name of its server. */
  failure: (ToolboxFailure & { server: string }) | null;
  /** Success message of the last action. */
  said: string | null;
  doing: ReadonlyMap<string, Doing>;
  /** Whether the user has lost access: they were logged out or are no longer an administrator. */
  mustLeave: boolean;
};

export type Toolbox = {
  /** Reloads the list, unless a request is already running. */
  refresh(): void;
  /** Dismisses the message about the last action. */
  dismiss(): void;
  /** Each action resolves to whether it succeeded. Failures are reported, and optimistic changes are undone. */
  tellToDo(id: string, verb: rules.Verb): Promise<boolean>;
  setPriority(id: string, priority: number): Promise<boolean>;
  setDefault(id: string, isDefault: boolean): Promise<boolean>;
  forgetHostKey(id: string): Promise<boolean>;
  remove(id: string): Promise<boolean>;
  /** Rejects with the error, which the form shows. */
  add(body: NewServer): Promise<ToolboxServer>;
  /** Fetches a server's live statistics. */
  measure(id: string): Promise<ServerStats>;
};

export const SERVERS_KEY = ['toolbox', 'servers'];
const CHANGE = ['toolbox', 'change'];

/** A call without a response fails after this time. The server spends at most half of it on SSH. */
const CALL_LIMIT_MS = 20_000;

/**
 * Maximum number of list requests in a row while checks are running. Each request takes about 3 seconds, and every check ends
 * within 10 seconds.
 */
const CHECKING_TURNS = 5;
/** Minimum time that a failure banner stays visible. The first reload after that dismisses it. */
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

const refusalOf = (error: unknown): unknown => (error instanceof NoToken ? error.cause : error);

/** Errors that the user can resolve without leaving the page. */
const STAYING = ['TWO_FACTOR_NEEDED', 'CONFIRMATION_REQUIRED'];

const isLeaving = (error: unknown): boolean => {
  const refusal = refusalOf(error);
  if (!(refusal instanceof CallError) || STAYING.includes(refusal.code ?? '')) return false;
  return refusal.status === 401 || refusal.status === 403;
};

/** Whether the user declined to confirm. Polling then stops, so that the user is not asked repeatedly. */
const isDeclined = (error: unknown): boolean => {
  const refusal = refusalOf(error);
  return refusal instanceof CallError && refusal.code === 'CONFIRMATION_REQUIRED';
};

type Change = {
  id: string;
  doing: Doing;
  /** Returns the optimistic list to show while the call is running. */
  assume?: (servers: rules.Servers) => ToolboxServer[];
  call: (bearer: string) => Promise<unknown>;
  /** Returns the list as updated by the response. */
  settle: (servers: rules.Servers, reply: unknown) => ToolboxServer[];
  tell: Parameters<typeof tellFailure>[1];
  said: string;
};

const verbCalls = { start: api.startServer, stop: api.stopServer, restart: api.restartServer };
const verbSaid = { start: 'is starting', stop: 'is stopping', restart: 'is restarting' };
const defaultFailures = { true: 'Failed to set server as default', false: 'Failed to unset server as default' };

const withReply = (servers: rules.Servers, reply: unknown): ToolboxServer[] =>
  rules.withServer(servers, (reply as { server: ToolboxServer }).server);

type Told = Pick<ToolboxState, 'failure' | 'said'>;
const NOTHING: Told = { failure: null, said: null };

/** The servers, polled while the page is visible. */
export function useServers(plain: Transport): { toolbox: Toolbox; state: ToolboxState } {
  const client = useQueryClient();
  const [told, setTold] = useState(NOTHING);
  const [isRefused, setRefused] = useState(false);
  const failedAt = useRef(0);
  const [{ transport, withToken }] = useState(() => {
    const transport = limited(plain);
    return { transport, withToken: createTokenKeeper(transport) };
  });

  const list = useQuery<ToolboxServer[] | null>({
    queryKey: SERVERS_KEY,
    // Repeats the request while checks are running, because the earlier responses may contain outdated values.
    queryFn: async ({ signal }) => {
      for (let turn = 1; ; turn += 1) {
        const askedAt = Date.now();
        const { servers } = await withToken((bearer) => api.listServers(transport, { bearer }));
        signal.throwIfAborted();
        if (askedAt - failedAt.current >= FAILURE_READ_MS) setTold((now) => ({ ...now, failure: null }));
        if (turn === CHECKING_TURNS || !servers.some((server) => server.isChecking)) return servers;
        client.setQueryData(SERVERS_KEY, servers);
      }
    },
    // An initial `null` counts as data, so that a failure stays visible during a reload.
    initialData: null,
    initialDataUpdatedAt: 0,
    staleTime: TOOLBOX_REFRESH_MS,
    refetchInterval: ({ state: { error } }) =>
      !isRefused && !isLeaving(error) && !isDeclined(error) && TOOLBOX_REFRESH_MS,
    refetchOnWindowFocus: ({ state: { error } }) => !isRefused && !isLeaving(error) && !isDeclined(error),
  });
  const pending = useMutationState({
    filters: { mutationKey: CHANGE, status: 'pending' },
    select: ({ state }) => state.variables as Change,
  });
  const servers =
    list.data && rules.inOrder(pending.reduce((known, { assume }) => assume?.(known) ?? known, list.data));

  // Always sends a new request, because the response to a running one may be outdated.
  const refreshAnew = () => client.invalidateQueries({ queryKey: SERVERS_KEY });
  const settle = (change: (servers: rules.Servers) => ToolboxServer[]): void => {
    const isAsking = client.isFetching({ queryKey: SERVERS_KEY }) > 0;
    const updatedAt = client.getQueryState(SERVERS_KEY)?.dataUpdatedAt;
    client.setQueryData<ToolboxServer[]>(SERVERS_KEY, (known) => change(known ?? []), { updatedAt });
    if (isAsking) void refreshAnew();
  };
  const noteRefusal = (error: unknown): void => {
    if (isLeaving(error)) setRefused(true);
  };
  const orLeave = async <T>(call: Promise<T>): Promise<T> => {
    try {
      return await call;
    } catch (error) {
      noteRefusal(error);
      throw error;
    }
  };

  const named = (id: string): string => servers?.find((server) => server.id === id)?.name ?? 'The server';
  const { mutateAsync } = useMutation({
    mutationKey: CHANGE,
    mutationFn: ({ call }: Change) => withToken(call),
    onSuccess: (reply, change) => {
      settle((known) => change.settle(known, reply));
      setTold({ failure: null, said: change.said });
    },
    onError: (error, { id, tell }) => {
      failedAt.current = Date.now();
      setTold({ failure: { ...tellFailure(error, tell), server: named(id) }, said: null });
      noteRefusal(error);
      if (!isLeaving(error)) void refreshAnew();
    },
  });
  // One action at a time per server.
  const change = async (wanted: Change): Promise<boolean> => {
    const running = client.getMutationCache().findAll({ mutationKey: CHANGE, status: 'pending' });
    if (running.some(({ state }) => (state.variables as Change).id === wanted.id)) return false;
    setTold(NOTHING);
    return mutateAsync(wanted).then(
      () => true,
      () => false,
    );
  };

  const toolbox: Toolbox = {
    refresh: () => void list.refetch({ cancelRefetch: false }),
    dismiss: () => setTold(NOTHING),

    tellToDo: (id, verb) =>
      change({
        id,
        doing: verb,
        assume: (known) => rules.afterVerb(known, id, verb),
        call: (bearer) => verbCalls[verb](transport, { params: { id }, bearer }),
        settle: withReply,
        tell: tellAction(verb),
        said: `${named(id)} ${verbSaid[verb]}.`,
      }),

    setPriority: (id, priority) =>
      change({
        id,
        doing: 'priority',
        assume: (known) => rules.withPriority(known, id, priority),
        call: (bearer) => api.setServerPriority(transport, { params: { id, n: String(priority) }, bearer }),
        settle: withReply,
        tell: tellRefusal('Failed to update priority'),
        said: `The priority of ${named(id)} is now ${priority}.`,
      }),

    setDefault: (id, isDefault) =>
      change({
        id,
        doing: 'default',
        assume: (known) => rules.withDefault(known, id, isDefault),
        call: (bearer) => api.setServerDefault(transport, { params: { id, bool: `${isDefault}` }, bearer }),
        settle: withReply,
        tell: tellRefusal(defaultFailures[`${isDefault}`]),
        said: isDefault ? `${named(id)} is now the default server.` : `${named(id)} is no longer the default server.`,
      }),

    forgetHostKey: (id) =>
      change({
        id,
        doing: 'host-key',
        call: (bearer) => api.forgetHostKey(transport, { params: { id }, bearer }),
        settle: withReply,
        tell: tellRefusal(api.forgetHostKey.fallback),
        said: `The saved host key for ${named(id)} was removed. The next connection will save the key the server presents.`,
      }),

    remove: (id) =>
      change({
        id,
        doing: 'delete',
        call: (bearer) => api.deleteServer(transport, { params: { id }, bearer }),
        settle: (known) => known.filter((server) => server.id !== id),
        tell: tellAction('delete'),
        said: `${named(id)} was deleted.`,
      }),

    async add(body) {
      setTold(NOTHING);
      const { server } = await orLeave(withToken((bearer) => api.addServer(transport, { body, bearer })));
      settle((known) => rules.withServer(known, server));
      setTold({ failure: null, said: `${server.name} was added.` });
      void refreshAnew();
      return server;
    },

    measure: (id) => orLeave(withToken((bearer) => api.getServerStats(transport, { params: { id }, bearer }))),
  };
  const state: ToolboxState = {
    servers,
    updatedAt: list.dataUpdatedAt || null,
    listFailure: list.error && tellFailure(list.error, tellFetch),
    ...told,
    doing: new Map(pending.map(({ id, doing }) => [id, doing])),
    mustLeave: isRefused || isLeaving(list.error),
  };
  return { toolbox, state };
}
