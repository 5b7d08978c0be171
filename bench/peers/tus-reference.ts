// Reference server for uploads: @tus/server with its own store and locker, set up as in its documentation.
import type { AddressInfo } from 'node:net';
import { FileStore } from '@tus/file-store';
import { Server } from '@tus/server';

const server = new Server({ path: '/files', datastore: new FileStore({ directory: process.env.FOLDER ?? '' }) });
const listening = server.listen({ host: '127.0.0.1', port: 0 }, () => {
  const { port } = listening.address() as AddressInfo;
  process.stdout.write(`ready at http://127.0.0.1:${port}\n`);
});
