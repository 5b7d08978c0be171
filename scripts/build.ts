// `npm run build`: builds only the client, for container images and for checking its size.
import { buildClient } from './build/build-client.ts';

// On a signal, exit normally, so that the exit handler removes the incomplete build.
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.once(signal, () => process.exit(1));

process.stdout.write((await buildClient()) ? 'built\n' : 'up to date\n');
