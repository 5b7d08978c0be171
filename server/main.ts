// The server process: reads the configuration, opens the server, and shuts it down gracefully on a signal.

import { ConfigError } from '#server/kit/ops/config-error.ts';
import { endOnCrash } from '#server/kit/ops/crash.ts';
import { requestLog } from '#server/kit/ops/log.ts';
import { type Config, readConfig, wantsDemo } from './config.ts';
import { openServer, type RunningServer, StartError } from './open-server.ts';

const projectDir = new URL('..', import.meta.url).pathname;
const STOP_LIMIT_MS = 30_000;

/**
 * EX_CONFIG from sysexits.h. Retrying would not help, so the systemd units in deploy/ do not restart the server after this exit
 * code.
 */
const CONFIG_EXIT_CODE = 78;

const fail = (sentence: string, exitCode = 1): never => {
  process.stderr.write(`${sentence}\n`);
  process.exit(exitCode);
};

const setUp = (): Config => {
  try {
    return readConfig(process.env, decodeURIComponent(projectDir));
  } catch (error) {
    if (error instanceof ConfigError) return fail(error.message, CONFIG_EXIT_CODE);
    throw error;
  }
};

let stopping = false;

const stopOnSignals = (server: RunningServer): void => {
  const stop = (): void => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(1), STOP_LIMIT_MS + config.stopDelaySeconds * 1000).unref();
    server.stop().then(
      () => process.exit(0),
      (error: unknown) =>
        fail(`The server did not stop cleanly: ${error instanceof Error ? error.message : String(error)}`),
    );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
};

const config = setUp();
const log = requestLog(config.logLevel);
endOnCrash(log);
for (const sentence of config.misspelt) log.warn({}, sentence);
try {
  const server = openServer(config, { demo: wantsDemo(config) });
  stopOnSignals(server);
  process.stdout.write(`Helix is ready at ${await server.ready}\n`);
} catch (error) {
  // If a signal interrupts startup, startup fails because some components have already been closed. The signal handler then sets
  // the exit code.
  if (!stopping) {
    if (error instanceof StartError) fail(error.message);
    throw error;
  }
}
