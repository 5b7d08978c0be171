/** One client of the download bench: takes a whole answer into one and the same buffer and reports the seconds it took. */

import { connect } from 'node:net';

const BUFFER_BYTES = 1024 * 1024;
const [port, size] = process.argv.slice(2).map(Number);
if (port === undefined || size === undefined) throw new Error('usage: download-client <port> <bytes>');

let received = 0;
const begun = performance.now();
const socket = connect({
  port,
  host: '127.0.0.1',
  onread: {
    buffer: Buffer.alloc(BUFFER_BYTES),
    callback: (bytes) => {
      received += bytes;
      return true;
    },
  },
});
socket.write('GET / HTTP/1.1\r\nHost: bench\r\nConnection: close\r\n\r\n');
socket.on('close', () => {
  // The head comes on top of the file.
  if (received <= size) throw new Error(`${received} bytes came, head and all, of ${size}`);
  process.send?.({ seconds: (performance.now() - begun) / 1000 });
  process.disconnect();
});
