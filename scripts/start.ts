// `npm start`: builds what has changed, in a process of its own (whose 800 MiB go with it), then becomes the server.
import { spawnSync } from 'node:child_process';
import { enableCompileCache, flushCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';
import { isBuilt } from './build-client.ts';

// Reading and compiling the sources is most of a start. Where the folder cannot be written they are compiled each time.
enableCompileCache(fileURLToPath(new URL('../.cache/compiled', import.meta.url)));

process.env.NODE_ENV ||= 'production';

if (!isBuilt()) {
  const build = fileURLToPath(new URL('build.ts', import.meta.url));
  const { status } = spawnSync(process.execPath, [build], { stdio: ['ignore', 'ignore', 'inherit'] });
  if (status !== 0) {
    process.stderr.write('The pages could not be built.\n');
    process.exit(1);
  }
  process.stdout.write('The pages are built.\n');
}
await import('#server/main.ts');
// At hand for the next start, however this process ends.
flushCompileCache();
