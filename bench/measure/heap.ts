// Measures a server's memory after garbage collection, through Node's inspector.
import { once } from 'node:events';
import WebSocket from 'ws';
import { findFreePort } from '#test/harness/nginx.ts';

type Reply = { id: number; result: { result?: { value: number } } };

/** Returns environment variables for starting a server, and a function that measures that server's memory in KiB. */
export async function openInspector(): Promise<{ env: Record<string, string>; heldKib(): Promise<number> }> {
  const port = await findFreePort();
  const heldKib = async (): Promise<number> => {
    const targets = (await (await fetch(`http://127.0.0.1:${port}/json/list`)).json()) as {
      webSocketDebuggerUrl: string;
    }[];
    const inspector = new WebSocket(targets[0]?.webSocketDebuggerUrl ?? '');
    await once(inspector, 'open');
    let asked = 0;
    const ask = (method: string, params: object = {}): Promise<Reply> =>
      new Promise((resolve) => {
        asked += 1;
        const id = asked;
        const read = (data: WebSocket.RawData): void => {
          const reply = JSON.parse(String(data)) as Reply;
          if (reply.id !== id) return;
          inspector.off('message', read);
          resolve(reply);
        };
        inspector.on('message', read);
        inspector.send(JSON.stringify({ id, method, params }));
      });
    // The second collection frees objects that were only referenced by those freed in the first.
    await ask('HeapProfiler.collectGarbage');
    await ask('HeapProfiler.collectGarbage');
    const expression = '(({ heapUsed, external }) => heapUsed + external)(process.memoryUsage())';
    const { result } = await ask('Runtime.evaluate', { expression });
    inspector.terminate();
    return (result.result?.value ?? Number.NaN) / 1024;
  };
  return { env: { NODE_OPTIONS: `--inspect=127.0.0.1:${port}` }, heldKib };
}
