// One reused SSH connection per server and process: opened on first use, closed when idle.
import { randomUUID } from 'node:crypto';
import { createSemaphore } from '#server/kit/jobs/semaphore.ts';
import { SshFailure } from '#server/kit/outgoing/ssh-failure.ts';
import type { Deps } from '../../deps.ts';
import type { SshConnection } from '../../providers/ssh.ts';
import type { RunLimits } from '../../providers/ssh-channel.ts';
import { openAccess, renewSeals } from './credentials.ts';
import { findAccess, pinHostKey } from './queries.ts';

/** Bus topic for servers whose connections must be closed; a message consists of the server id and the sender. */
const SERVERS_TOPIC = 'toolbox';

const IDLE_MS = 2 * 60_000;
/** Maximum number of concurrent commands per connection (OpenSSH allows 10) and of queued commands. */
const TURNS = { atOnce: 3, waiting: 30 };

/** The command did not run, because the server has too many open sessions or the connection closed before it was sent. */
const NO_CHANNEL = 'no channel';

type Kept = {
  /** Cancels the connection attempt. */
  making: AbortController;
  connecting: Promise<SshConnection>;
  connection: SshConnection | null;
  takeTurn: ReturnType<typeof createSemaphore>;
  users: number;
  idle: NodeJS.Timeout | null;
};

type Run = SshConnection['run'];
/** `mayRepeat`: the command is idempotent and can be run again if a reused connection turns out to be closed. */
type Limits = RunLimits & { mayRepeat?: boolean };
export type SshConnections = {
  /**
   * Runs a command on a server. The timeout covers connecting, queueing and the command itself.
   * @throws SshFailure, with kind `dropped` if this site closed the connection
   */
  run(id: string, command: string, input: string, limits: Limits): ReturnType<Run>;
  /** Closes the connection to a server; the next command opens a new one. */
  drop(id: string): void;
  /** Closes the connections of all other processes when the transaction commits. The caller drops its own connection itself. */
  dropElsewhere(trx: Deps['db'], id: string): Promise<void>;
  close(): void;
};

/** @throws SshFailure timeout */
const within = async <T>(ms: number, waited: Promise<T>): Promise<T> => {
  const { promise, reject } = Promise.withResolvers<never>();
  const clock = setTimeout(() => reject(new SshFailure('timeout')), Math.max(0, ms));
  return Promise.race([waited, promise]).finally(() => clearTimeout(clock));
};

export function createConnections(deps: Pick<Deps, 'db' | 'bus' | 'ssh' | 'secret' | 'oldSecrets'>): SshConnections {
  const kept = new Map<string, Kept>();
  const ownName = randomUUID();
  let isClosed = false;

  const connect = async (id: string, signal: AbortSignal): Promise<SshConnection> => {
    const row = await findAccess(deps.db, id);
    if (!row) throw new SshFailure('dropped');
    const target = openAccess(deps, id, row);
    await renewSeals(deps, id, row, target);
    return deps.ssh.connect(target, (hostKey) => pinHostKey(deps.db, id, hostKey), signal);
  };

  // Closes the connection, which ends its running commands.
  const forget = (id: string, entry: Kept): void => {
    if (entry.idle) clearTimeout(entry.idle);
    entry.making.abort();
    entry.connection?.close();
    if (kept.get(id) === entry) kept.delete(id);
  };
  // New commands get another connection. Running commands can finish on this connection.
  const retire = (id: string, entry: Kept): void => {
    if (kept.get(id) === entry) kept.delete(id);
  };

  const begin = (id: string): Kept => {
    const making = new AbortController();
    const entry: Kept = {
      making,
      connecting: connect(id, making.signal),
      connection: null,
      takeTurn: createSemaphore(TURNS),
      users: 0,
      idle: null,
    };
    kept.set(id, entry);
    entry.connecting.then(
      (connection) => {
        entry.connection = connection;
        // Cancelled while connecting.
        if (making.signal.aborted) connection.close();
      },
      () => forget(id, entry),
    );
    return entry;
  };

  const take = (id: string): Kept => {
    const entry = kept.get(id);
    if (entry && (entry.connection === null || entry.connection.isOpen())) return entry;
    if (entry) forget(id, entry);
    return begin(id);
  };

  const drop = (id: string): void => {
    const entry = kept.get(id);
    if (entry) forget(id, entry);
  };
  const dropAll = (): void => {
    for (const id of [...kept.keys()]) drop(id);
  };
  const unsubscribe = [
    deps.bus.subscribe(SERVERS_TOPIC, (announced) => {
      const [id = '', from] = announced.split(' ');
      if (from !== ownName) drop(id);
    }),
    deps.bus.onReset(dropAll),
  ];

  const runOn = async (id: string, entry: Kept, ...[command, input, limits]: Parameters<Run>): ReturnType<Run> => {
    const until = performance.now() + limits.timeoutMs;
    if (entry.idle) clearTimeout(entry.idle);
    entry.users += 1;
    try {
      const connection = await within(limits.timeoutMs, entry.connecting);
      const endTurn = await entry.takeTurn(AbortSignal.timeout(Math.max(1, Math.round(until - performance.now()))));
      if (!endTurn) throw new SshFailure('timeout');
      try {
        const outcome = await connection.run(command, input, { ...limits, timeoutMs: until - performance.now() });
        // The command is still running on the server and occupies one of the few sessions of this connection.
        if (outcome.isLeft) retire(id, entry);
        return outcome;
      } finally {
        endTurn();
      }
    } catch (error) {
      if (error instanceof SshFailure) {
        // A server that sends unexpected data may keep sending it.
        if (error.kind === 'too-much') forget(id, entry);
        if (error.kind === 'timeout' || error.detail === NO_CHANNEL) retire(id, entry);
      }
      throw error;
    } finally {
      entry.users -= 1;
      if (entry.users === 0) {
        if (kept.get(id) !== entry) forget(id, entry);
        else entry.idle = setTimeout(() => forget(id, entry), IDLE_MS).unref();
      }
    }
  };

  return {
    run: async (id, command, input, { mayRepeat = false, ...limits }) => {
      if (isClosed) throw new SshFailure('dropped');
      const until = performance.now() + limits.timeoutMs;
      const entry = take(id);
      const isOld = entry.connection !== null;
      try {
        return await runOn(id, entry, command, input, limits);
      } catch (error) {
        if (isClosed || !(error instanceof SshFailure) || error.kind !== 'closed') throw error;
        if (error.detail !== NO_CHANNEL && !(isOld && mayRepeat)) throw error;
        return runOn(id, take(id), command, input, { ...limits, timeoutMs: until - performance.now() });
      }
    },
    drop,
    dropElsewhere: (trx, id) => deps.bus.publish(trx, SERVERS_TOPIC, `${id} ${ownName}`),
    close: () => {
      isClosed = true;
      for (const end of unsubscribe) end();
      dropAll();
    },
  };
}
