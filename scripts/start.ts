// `npm start`: builds what has changed, then becomes the server.
import { enableCompileCache, flushCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';
import { buildClient } from './build-client.ts';

// Reading and compiling the sources is most of a start. Where the folder cannot be written they are compiled each time.
enableCompileCache(fileURLToPath(new URL('../.cache/compiled', import.meta.url)));

process.env.NODE_ENV ||= 'production';

try {
  if (await buildClient()) process.stdout.write('The pages are built.\n');
} catch (error) {
  process.stderr.write(`The pages could not be built: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
await import('#server/main.ts');
// At hand for the next start, however this process ends.
flushCompileCache();
