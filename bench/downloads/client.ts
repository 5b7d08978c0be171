/** Client for the download benches: reads a whole response into a single reused buffer and reports the seconds it took. */

import { connect } from 'node:net';

const BUFFER_BYTES = 1024 * 1024;
const [port, size, path = '/', cookie = ''] = process.argv.slice(2);
if (port === undefined || size === undefined) throw new Error('usage: client <port> <bytes> [path] [cookie]');

let received = 0;
const begun = performance.now();
const buffer = Buffer.alloc(BUFFER_BYTES);
const socket = connect({
  port: Number(port),
  host: '127.0.0.1',
  onread: {
    buffer,
    callback: (bytes) => {
      if (received === 0 && buffer.subarray(9, 12).toString() !== '200')
        throw new Error(buffer.toString('latin1', 0, 99));
      received += bytes;
      return true;
    },
  },
});
socket.write(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: ${cookie}\r\nConnection: close\r\n\r\n`);
socket.on('close', () => {
  // The received bytes include the response head, so a complete response is larger than the file.
  if (received <= Number(size)) throw new Error(`received ${received} bytes including the head, expected ${size}`);
  process.send?.({ seconds: (performance.now() - begun) / 1000 });
  process.disconnect();
});
