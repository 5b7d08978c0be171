// `npm start`: if the build is out of date, rebuilds in a child process (so its 800 MiB are freed), then becomes the server.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { enableCompileCache, flushCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';
import { isBuilt } from './build/build-client.ts';

// Cache compiled source files, because compiling takes most of the start-up time. Has no effect if the folder is not writable.
enableCompileCache(fileURLToPath(new URL('../.cache/compiled', import.meta.url)));

process.env.NODE_ENV ||= 'production';

/** Builds in a child process and returns only if the build succeeded. A signal to this process also stops the build. */
const buildPages = async (): Promise<void> => {
  const script = fileURLToPath(new URL('build.ts', import.meta.url));
  const build = spawn(process.execPath, [script], { stdio: ['ignore', 'ignore', 'inherit'] });
  let isStopped = false;
  const stop = (): void => {
    isStopped = true;
    build.kill('SIGTERM');
  };
  const signals = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;
  for (const signal of signals) process.on(signal, stop);
  const [status] = await once(build, 'exit');
  for (const signal of signals) process.off(signal, stop);
  if (isStopped) process.exit(0);
  if (status !== 0) {
    process.stderr.write('The pages could not be built.\n');
    process.exit(1);
  }
  process.stdout.write('The pages are built.\n');
};

if (!isBuilt()) await buildPages();
await import('#server/main.ts');
// Write the cache now, so that the next start can use it even if this process is killed.
flushCompileCache();
