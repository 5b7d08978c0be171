// A TCP proxy on loopback in front of a server that a test needs. It forwards bytes until it is set to simulate a bad network.
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * `gone`: nothing listens, and open connections are reset. `silent`: connections are accepted, but no bytes pass until the mood
 * changes. `slow`: each chunk is delayed. `reset`: each connection is cut at its first byte. `nonsense`: each connection is
 * answered with bytes that fit no protocol, and never reaches the server.
 */
export type Mood = 'pass' | 'gone' | 'silent' | 'slow' | 'reset' | 'nonsense';

export type TcpProxy = {
  port: number;
  /** Changes the proxy's behaviour from now on; open connections that don't fit the new mood are cut. */
  setMood(mood: Mood): Promise<void>;
  /** Resets all open connections once. */
  cut(): void;
  /** Runs an action after the given number of further bytes has been sent to the server; resolves when the action is done. */
  afterBytes(bytes: number, act: () => void | Promise<void>): Promise<void>;
  stop(): Promise<void>;
};

const NONSENSE = 'HTTP/1.1 299 Perhaps\r\nContent-Length: 7\r\n\r\n{"a":[}\r\n-ERR 550 \0\xff*99999999\r\n';

const untilDrained = async (socket: Socket): Promise<void> => {
  const settled = new AbortController();
  const { signal } = settled;
  await Promise.race([once(socket, 'drain', { signal }), once(socket, 'close', { signal })]);
  // Removes the listener for the other event, which would otherwise remain after each wait.
  settled.abort();
};

/**
 * @param target the real server: a local port, or a socket path
 * @param options.slowMs delay for each chunk in the mood `slow`
 */
export async function startTcpProxy(
  target: { port: number } | { path: string },
  { slowMs = 300 }: { slowMs?: number } = {},
): Promise<TcpProxy> {
  let mood: Mood = 'pass';
  let opened = Promise.withResolvers<void>();
  opened.resolve();
  const pairs = new Set<[Socket, Socket | null]>();
  let watch: { left: number; act: () => void } | null = null;

  const count = (bytes: number): void => {
    if (!watch) return;
    watch.left -= bytes;
    if (watch.left > 0) return;
    const { act } = watch;
    watch = null;
    act();
  };

  const pass = async (from: Socket, to: Socket, isUp: boolean): Promise<void> => {
    for await (const piece of from as AsyncIterable<Buffer>) {
      if (mood === 'reset') return void from.resetAndDestroy();
      if (mood === 'slow') await sleep(slowMs);
      await opened.promise;
      if (to.destroyed) return;
      if (!to.write(piece)) await untilDrained(to);
      if (isUp) count(piece.length);
    }
    to.end();
  };

  const take = (client: Socket): void => {
    client.on('error', () => {});
    if (mood === 'nonsense') {
      const alone: [Socket, null] = [client, null];
      pairs.add(alone);
      client.on('close', () => pairs.delete(alone));
      // Sent on connect too, because in some protocols the server speaks first.
      const babble = () => void client.write(NONSENSE, 'latin1');
      client.on('data', babble);
      babble();
      return;
    }
    const server = connect(target);
    server.on('error', () => client.resetAndDestroy());
    const pair: [Socket, Socket] = [client, server];
    pairs.add(pair);
    const leave = (): void => {
      pairs.delete(pair);
      for (const socket of pair) if (!socket.destroyed) socket.destroy();
    };
    client.on('close', leave);
    server.on('close', leave);
    pass(client, server, true).catch(leave);
    pass(server, client, false).catch(leave);
  };

  const listener = createServer({ allowHalfOpen: true }, take);
  const listen = async (port: number): Promise<number> => {
    listener.listen(port, '127.0.0.1');
    await once(listener, 'listening');
    return (listener.address() as AddressInfo).port;
  };
  const port = await listen(0);

  const cut = (): void => {
    for (const [client, server] of [...pairs]) {
      client.resetAndDestroy();
      server?.destroy();
    }
    pairs.clear();
  };

  return {
    port,
    cut,
    async setMood(next) {
      const before = mood;
      mood = next;
      if (next === 'gone') {
        const closed = once(listener, 'close');
        listener.close();
        cut();
        await closed;
      } else if (before === 'gone') await listen(port);
      if (next === 'reset' || next === 'nonsense' || before === 'nonsense') cut();
      if (next === 'silent' && before !== 'silent') opened = Promise.withResolvers<void>();
      if (next !== 'silent') opened.resolve();
    },
    afterBytes: (bytes, act) =>
      new Promise((resolve, reject) => {
        watch = { left: bytes, act: () => void Promise.resolve(act()).then(resolve, reject) };
      }),
    async stop() {
      mood = 'gone';
      opened.resolve();
      if (listener.listening) {
        const closed = once(listener, 'close');
        listener.close();
        cut();
        await closed;
      }
    },
  };
}
