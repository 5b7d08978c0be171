// A pool that notices when the database says nothing any more: a network that drops packets in silence, a machine that hangs.
// Without it everybody would wait for the limits of a statement, one statement after the other (quality.md: 503 within 3 s).
import { isIP, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

/** When nothing came from the database for so long while somebody waits, it is asked for another connection … */
const SUSPECT_MS = 600;
/** … and counts as away when that takes longer than this and nothing has come meanwhile either. */
const ANSWER_MS = 1200;
/** Time is counted in steps of this: one in which this process stood still counts once. */
const STEP_MS = 100;
const LOOK_MS = 200;

type Callback = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: (release?: unknown) => void,
) => void;
/** What pg shows to nobody, and what alone tells whether bytes still come, and whether any are waited for. */
type Connected = pg.ClientBase & { connection: { stream: Socket }; readyForQuery: boolean };

/** Takes the class and code of a lost connection, so that it is answered as one. */
class DatabaseSilent extends Error {
  readonly code = '08006';
  constructor() {
    super('the database does not answer');
  }
}

export class WatchedPool extends pg.Pool {
  readonly #clients = new Set<Connected>();
  /** Given to somebody, who may keep it for long and ask nothing, as a listener does. */
  readonly #given = new Set<Connected>();
  #looking: NodeJS.Timeout | null = null;
  /** Those who have asked for a connection and were not given one yet. */
  #queued = 0;
  #bytes = 0;
  #heardAt = 0;
  #isAsking = false;
  #isAway = false;

  constructor(options: pg.PoolConfig) {
    super(options);
    this.on('connect', (client) => void this.#clients.add(client as unknown as Connected));
    this.on('remove', (client) => void this.#clients.delete(client as unknown as Connected));
    // The pool also takes back what nobody waited for any more.
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

  /** Whoever asks is in the queue until there is an answer, and has a connection until it is given back. */
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

  /** Whether anybody waits for a word of the database. */
  #isAwaited(): boolean {
    const awaits = ({ readyForQuery, connection }: Connected): boolean =>
      !readyForQuery && !connection.stream.destroyed;
    return this.#queued > 0 || [...this.#given].some(awaits);
  }

  /** Nobody can wait for an answer of a database that answers. */
  #rest(): void {
    if (!this.#looking || (!this.ending && (this.#queued > 0 || this.#given.size > 0 || this.#isAway))) return;
    clearInterval(this.#looking);
    this.#looking = null;
  }

  /** Whether anything has come since it was asked last. */
  #hear(): boolean {
    const before = this.#bytes;
    this.#bytes = [...this.#clients].reduce((sum, { connection }) => sum + connection.stream.bytesRead, 0);
    // Less than before is no sign: a connection has gone.
    if (this.#bytes > before) this.#heardAt = performance.now();
    return this.#bytes > before;
  }

  #look(): void {
    this.#rest();
    if (this.#isAsking || this.#hear()) return;
    // Silence begins with a question.
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
      // Whoever waits is told now, and nobody is given these any more.
      for (const { connection } of this.#clients) connection.stream.destroy();
    }
  }
}

/** Whether the database takes another connection in time, or says why it does not. */
const hasAnswer = async (options: pg.ClientConfig): Promise<boolean> => {
  // Inherited, since pg hides a password from copies.
  const asking: pg.ClientConfig = Object.create(options);
  asking.connectionTimeoutMillis = 0;
  const client = new pg.Client(asking);
  client.on('error', () => {});
  const { stream } = (client as unknown as Connected).connection;
  // Names are looked up by threads that slow disks may keep busy: that says nothing of the database.
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
