// The servers as one page knows them: the list, what is being done with them, and what went wrong.
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

/** What is being done with a server. */
export type Doing = rules.Verb | 'delete' | 'priority' | 'default' | 'host-key';
export type NewServer = BodyOf<typeof contract.addServer>;

export type ToolboxState = {
  /** In their order, as they will be once what is being done is done; null until the first answer. */
  servers: ToolboxServer[] | null;
  /** When it was answered last, in milliseconds. */
  updatedAt: number | null;
  listFailure: ToolboxFailure | null;
  /** Why the last thing that somebody did here failed, and the name of the server that they did it with. */
  failure: (ToolboxFailure & { server: string }) | null;
  /** What was done last, to be told. */
  said: string | null;
  doing: ReadonlyMap<string, Doing>;
  /** The person may not be here (any more): they have signed out, or lost their role. */
  mustLeave: boolean;
};

export type Toolbox = {
  /** Asks for the list; while it is being asked for already, that answer is waited for. */
  refresh(): void;
  /** Takes away what was told of the last thing that somebody did. */
  dismiss(): void;
  /** Each resolves to whether it was done; a failure is told and undone. */
  tellToDo(id: string, verb: rules.Verb): Promise<boolean>;
  setPriority(id: string, priority: number): Promise<boolean>;
  setDefault(id: string, isDefault: boolean): Promise<boolean>;
  forgetHostKey(id: string): Promise<boolean>;
  remove(id: string): Promise<boolean>;
  /** Throws what the form is to show. */
  add(body: NewServer): Promise<ToolboxServer>;
  /** What a server measures now. */
  measure(id: string): Promise<ServerStats>;
};

/** The list among the queries of the page. */
export const SERVERS_KEY = ['toolbox', 'servers'];
const CHANGE = ['toolbox', 'change'];

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

const refusalOf = (error: unknown): unknown => (error instanceof NoToken ? error.cause : error);

/** Refusals of somebody who may be here, and can do something about it. */
const STAYING = ['TWO_FACTOR_NEEDED', 'CONFIRMATION_REQUIRED'];

const isLeaving = (error: unknown): boolean => {
  const refusal = refusalOf(error);
  if (!(refusal instanceof CallError) || STAYING.includes(refusal.code ?? '')) return false;
  return refusal.status === 401 || refusal.status === 403;
};

/** Nobody is asked again and again whether it is them. */
const isDeclined = (error: unknown): boolean => {
  const refusal = refusalOf(error);
  return refusal instanceof CallError && refusal.code === 'CONFIRMATION_REQUIRED';
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

type Told = Pick<ToolboxState, 'failure' | 'said'>;
const NOTHING: Told = { failure: null, said: null };

/** The servers, asked for as long as the page is looked at. */
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
    // Asks until no server is being looked at any more: what the first answer tells may be from before.
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
    // Not yet answered, which keeps a failure in view while it is asked for again.
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

  // Asks in any case after this moment: an answer that is on its way may be from before.
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
  // One thing at a time with each server.
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
        said: `The priority of ${named(id)} is ${priority} now.`,
      }),

    setDefault: (id, isDefault) =>
      change({
        id,
        doing: 'default',
        assume: (known) => rules.withDefault(known, id, isDefault),
        call: (bearer) => api.setServerDefault(transport, { params: { id, bool: `${isDefault}` }, bearer }),
        settle: withReply,
        tell: tellRefusal(defaultFailures[`${isDefault}`]),
        said: isDefault
          ? `${named(id)} is the default server now.`
          : `${named(id)} is not the default server any more.`,
      }),

    forgetHostKey: (id) =>
      change({
        id,
        doing: 'host-key',
        call: (bearer) => api.forgetHostKey(transport, { params: { id }, bearer }),
        settle: withReply,
        tell: tellRefusal(api.forgetHostKey.fallback),
        said: `The host key of ${named(id)} is forgotten; the next contact pins the one that it shows.`,
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
