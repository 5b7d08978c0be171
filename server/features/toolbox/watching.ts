// Reads servers and stores the results. Concurrent requests for a server share one reading.
import { setTimeout as pause } from 'node:timers/promises';
import { SshFailure } from '#server/kit/outgoing/ssh-failure.ts';
import type { Deps } from '../../deps.ts';
import { COUNT_FILES, OBSERVE } from './commands.ts';
import { createConnections, type SshConnections } from './connections.ts';
import * as queries from './queries.ts';
import { type Rates, type Reading, ratesBetween, readFileCounts, readObservation } from './readings.ts';
import { reasonCodeOf, reasonOf, serverStateOf } from './rules.ts';

/** Maximum age of the data in the list, and of one server's live stats. */
export const LIST_FRESH_MS = 5000;
export const STATS_FRESH_MS = 2000;
/** How long a response waits for servers; late results are stored when they arrive. */
export const WAIT_MS = 2800;
/** Readings are idempotent. If a disk does not respond, the output so far is enough, because systemd's state comes first. */
const LIMITS = {
  timeoutMs: 9800,
  maxBytes: 256 * 1024,
  mayRepeat: true,
  isEnough: (output: string): boolean => output.includes('\n[cpu]\n'),
};
const FILES_FRESH_MS = 5 * 60_000;
const FILES_LIMITS = { timeoutMs: 15_000, maxBytes: 4096, mayRepeat: true };
/** An earlier reading is used for rates if its age is in this range. */
const BEFORE_MS = { least: 1000, most: 60_000 };

export type Watch = {
  connections: SshConnections;
  /** Reads a server and stores the result, including failures. Never rejects. */
  observe(id: string): Promise<void>;
  /** Reads servers whose data is older than `freshMs`, and waits a short time for the results. */
  refresh(rows: readonly queries.ServerRow[], freshMs: number): Promise<void>;
  /** Whether this process is reading the server and its stored data is too old for a list. */
  isChecking(row: queries.ServerRow): boolean;
  /** Waits until all pending readings are stored. */
  settled(): Promise<void>;
  /** Closes all connections and waits for pending readings. */
  stop(): Promise<void>;
};

/** `overtaken`: the server changed during the reading, which was discarded. */
type Outcome = 'seen' | 'failed' | 'overtaken';

const NO_RATES: Rates = { cpu: null, networkIn: null, networkOut: null };

export function createWatch(deps: Pick<Deps, 'db' | 'bus' | 'ssh' | 'secret' | 'oldSecrets' | 'now' | 'log'>): Watch {
  const { db, now } = deps;
  const connections = createConnections(deps);
  const looking = new Map<string, Promise<void>>();
  const counting = new Map<string, Promise<void>>();
  const earlier = new Map<string, { reading: Reading; at: number }>();
  const stopping = new AbortController();

  // The previous reading, if its age allows rates to be computed.
  const beforeNow = (id: string): Reading | null => {
    const found = earlier.get(id);
    const age = performance.now() - (found?.at ?? Number.NEGATIVE_INFINITY);
    return found && age >= BEFORE_MS.least && age <= BEFORE_MS.most ? found.reading : null;
  };

  // Remembers a reading and drops readings that are too old, including those of deleted servers.
  const remember = (id: string, reading: Reading): void => {
    const at = performance.now();
    for (const [other, found] of earlier) if (at - found.at > BEFORE_MS.most) earlier.delete(other);
    earlier.set(id, { reading, at });
  };

  const look = async (server: queries.ServerRow): Promise<Reading> => {
    const input = `${server.service}\n${server.uploadDir ?? '/'}\n`;
    const { output } = await connections.run(server.id, OBSERVE, input, LIMITS);
    return readObservation(output);
  };

  // Returns the new version of the row; null if it changed in the meantime.
  const writeDown = async (server: queries.ServerRow, began: number, reading: Reading, rates: Rates) => {
    const at = now();
    const written = await queries.writeObservation(db, server.id, {
      began,
      now: at,
      ...serverStateOf(reading.unit, server.service),
      figures: {
        last_ping: at,
        cpu: rates.cpu,
        network_in: rates.networkIn,
        network_out: rates.networkOut,
        memory_used: reading.memory?.used ?? null,
        memory_total: reading.memory?.total ?? null,
        disk_used: reading.disk?.used ?? null,
        disk_total: reading.disk?.total ?? null,
        uptime: reading.uptime,
      },
    });
    if (written !== null) remember(server.id, reading);
    return written;
  };

  const lookTwice = async (server: queries.ServerRow): Promise<Outcome> => {
    const before = beforeNow(server.id);
    const first = await look(server);
    const written = await writeDown(server, server.version, first, before ? ratesBetween(before, first) : NO_RATES);
    // Without the uptime, rates cannot be computed.
    if (written === null || before || first.uptime === null) return written === null ? 'overtaken' : 'seen';
    server.version = written;
    await pause(BEFORE_MS.least, undefined, { signal: stopping.signal });
    const second = await look(server);
    return (await writeDown(server, written, second, ratesBetween(first, second))) === null ? 'overtaken' : 'seen';
  };

  const countFiles = async (server: queries.ServerRow): Promise<void> => {
    if (server.uploadDir === null) return;
    const outcome = await connections
      .run(server.id, COUNT_FILES, `${server.uploadDir}\n`, FILES_LIMITS)
      .catch((error: unknown) => {
        if (error instanceof SshFailure) return null;
        throw error;
      });
    if (stopping.signal.aborted) return;
    const counts = outcome?.code === 0 ? readFileCounts(outcome.output) : null;
    await queries.updateServer(db, server.id, {
      files_observed_at: now(),
      upload_count: counts?.count ?? null,
      video_bytes: counts?.video ?? null,
      image_audio_bytes: counts?.imagesAndAudio ?? null,
      other_bytes: counts?.other ?? null,
    });
  };

  // At most one task per server; concurrent callers share it.
  const once = (tasks: Map<string, Promise<void>>, id: string, run: () => Promise<void>): Promise<void> => {
    const running = tasks.get(id);
    if (running) return running;
    const task = run()
      .catch((error: unknown) => {
        if (!stopping.signal.aborted) deps.log.warn({ err: error }, 'could not check a server');
      })
      .finally(() => tasks.delete(id));
    tasks.set(id, task);
    return task;
  };

  const isDue = (at: Date | null, freshMs: number): boolean =>
    at === null || Math.abs(now().getTime() - at.getTime()) >= freshMs;

  const observeOnce = async (server: queries.ServerRow): Promise<Outcome> => {
    try {
      return await lookTwice(server);
    } catch (error) {
      if (!(error instanceof SshFailure)) throw error;
      // A connection closed by this site says nothing about the server.
      if (stopping.signal.aborted || error.kind === 'dropped') return 'overtaken';
      const { shownHostKey } = error;
      const standing = {
        status: 'error',
        reason: reasonOf(error),
        code: reasonCodeOf(error),
        shownHostKey,
        figures: {},
      };
      const written = await queries.writeObservation(db, server.id, { began: server.version, now: now(), ...standing });
      return written === null ? 'overtaken' : 'failed';
    }
  };

  const observe = (id: string): Promise<void> =>
    once(looking, id, async () => {
      let server = await queries.findServer(db, id);
      let outcome = server && (await observeOnce(server));
      if (outcome === 'overtaken' && !stopping.signal.aborted) {
        // The server's row changed during the reading. Callers expect a reading that started after the change, so read again,
        // unless the row already contains a recent reading.
        server = await queries.findServer(db, id);
        if (server && isDue(server.observedAt, STATS_FRESH_MS)) outcome = await observeOnce(server);
      }
      if (outcome === 'seen' && server && server.uploadDir !== null && isDue(server.filesObservedAt, FILES_FRESH_MS)) {
        void once(counting, id, () => countFiles(server));
      }
    });

  const settled = async (): Promise<void> => {
    while (looking.size + counting.size > 0) await Promise.all([...looking.values(), ...counting.values()]);
  };

  return {
    connections,
    observe,
    refresh: async (rows, freshMs) => {
      const due = rows.filter(({ observedAt }) => isDue(observedAt, freshMs));
      if (due.length === 0) return;
      const waiting = new AbortController();
      const all = Promise.all(due.map(({ id }) => observe(id)));
      await Promise.race([all, pause(WAIT_MS, undefined, { signal: waiting.signal }).catch(() => {})]);
      waiting.abort();
    },
    isChecking: ({ id, observedAt }) => looking.has(id) && isDue(observedAt, LIST_FRESH_MS),
    settled,
    stop: async () => {
      stopping.abort();
      connections.close();
      await settled();
    },
  };
}
