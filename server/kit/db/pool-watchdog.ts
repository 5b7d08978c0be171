// A connection pool that detects when the database stops responding, for example because the network drops packets or the
// machine hangs. Otherwise, callers would wait for one statement timeout after another (quality.md: 503 within 3 s).
import { isIP, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

/** If nothing arrives from the database for this long while a caller waits, a probe connection is opened. */
const SUSPECT_MS = 600;
/** The database counts as down when the probe takes longer than this and nothing else arrives in the meantime. */
const ANSWER_MS = 1200;
/** Time is counted in steps of this length, so that a stall of this process counts as a single step. */
const STEP_MS = 100;
const LOOK_MS = 200;

type Callback = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: (release?: unknown) => void,
) => void;
/** Internals of pg, the only way to tell whether bytes arrive and whether any are expected. */
type Connected = pg.ClientBase & { connection: { stream: Socket }; readyForQuery: boolean };

/** Has the same class and error code as a lost connection, so that callers handle both the same way. */
class DatabaseSilent extends Error {
  readonly code = '08006';
  constructor() {
    super('the database does not answer');
  }
}

export class WatchedPool extends pg.Pool {
  readonly #clients = new Set<Connected>();
  /** Connections that are checked out, possibly for a long time without queries, for example by a listener. */
  readonly #given = new Set<Connected>();
  #looking: NodeJS.Timeout | null = null;
  /** Callers waiting for a connection. */
  #queued = 0;
  #bytes = 0;
  #heardAt = 0;
  #isAsking = false;
  #isAway = false;

  constructor(options: pg.PoolConfig) {
    super(options);
    this.on('connect', (client) => void this.#clients.add(client as unknown as Connected));
    this.on('remove', (client) => void this.#clients.delete(client as unknown as Connected));
    // The pool also emits this event for connections that arrive after their caller has given up.
    this.on('release', (_error, client) => {
      if (this.#given.delete(client as unknown as Connected)) this.#rest();
    });
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Callback): void;
  override connect(callback?: Callback): Promise<pg.PoolClient> | undefined {
    if (this.#isAway) {
      const error = new DatabaseSilent();
      if (!callback) return Promise.reject(error);
      process.nextTick(callback, error, undefined, () => {});
      return undefined;
    }
    this.#enter();
    if (!callback) {
      return new Promise((resolve, reject) => {
        super.connect(this.#counted((error, client) => (client ? resolve(client) : reject(error))));
      });
    }
    super.connect(this.#counted(callback));
    return undefined;
  }

  /** Wraps a callback to track its caller, which is queued until there is a result and then holds the connection. */
  #counted(callback: Callback): Callback {
    return (error, client, done) => {
      this.#queued -= 1;
      if (client) this.#given.add(client as unknown as Connected);
      else this.#rest();
      callback(error, client, done);
    };
  }

  #enter(): void {
    this.#queued += 1;
    if (this.#looking) return;
    this.#hear();
    this.#heardAt = performance.now();
    this.#looking = setInterval(() => this.#look(), LOOK_MS).unref();
  }

  /** Whether any caller is waiting for a response. */
  #isAwaited(): boolean {
    const awaits = ({ readyForQuery, connection }: Connected): boolean =>
      !readyForQuery && !connection.stream.destroyed;
    return this.#queued > 0 || [...this.#given].some(awaits);
  }

  /** Stops watching if no caller holds or waits for a connection and the database is responding. */
  #rest(): void {
    if (!this.#looking || (!this.ending && (this.#queued > 0 || this.#given.size > 0 || this.#isAway))) return;
    clearInterval(this.#looking);
    this.#looking = null;
  }

  /** Whether any bytes have arrived since the last check. */
  #hear(): boolean {
    const before = this.#bytes;
    this.#bytes = [...this.#clients].reduce((sum, { connection }) => sum + connection.stream.bytesRead, 0);
    // A smaller number only means that a connection was closed.
    if (this.#bytes > before) this.#heardAt = performance.now();
    return this.#bytes > before;
  }

  #look(): void {
    this.#rest();
    if (this.#isAsking || this.#hear()) return;
    // Silence only counts while a caller is waiting.
    if (!this.#isAway && !this.#isAwaited()) this.#heardAt = performance.now();
    if (this.#isAway || performance.now() - this.#heardAt > SUSPECT_MS) void this.#ask();
  }

  async #ask(): Promise<void> {
    this.#isAsking = true;
    const answers = await hasAnswer(this.options);
    this.#isAsking = false;
    if (answers || this.#hear()) {
      this.#isAway = false;
      this.#heardAt = performance.now();
      this.#rest();
    } else {
      this.#isAway = true;
      // Fails all waiting callers now and keeps these connections from being reused.
      for (const { connection } of this.#clients) connection.stream.destroy();
    }
  }
}

/** Whether the database accepts a new connection in time, or rejects it with a reason. */
const hasAnswer = async (options: pg.ClientConfig): Promise<boolean> => {
  // Inherit from the options, because copies lack the password, which pg hides.
  const asking: pg.ClientConfig = Object.create(options);
  asking.connectionTimeoutMillis = 0;
  const client = new pg.Client(asking);
  client.on('error', () => {});
  const { stream } = (client as unknown as Connected).connection;
  // The name lookup does not count towards the time limit, because a slow disk can block the threads it uses.
  let isFound = client.host.startsWith('/') || isIP(client.host) > 0;
  stream.once('lookup', () => {
    isFound = true;
  });
  let hasSaid = false;
  const hear = (): void => {
    hasSaid = true;
  };
  const said = client.connect().then(hear, hear);
  for (let left = ANSWER_MS / STEP_MS; left > 0 && !hasSaid; ) {
    await Promise.race([said, sleep(STEP_MS)]);
    if (isFound) left -= 1;
  }
  if (hasSaid) client.end().catch(() => {});
  else (client as unknown as Connected).connection.stream.destroy();
  return hasSaid;
};
