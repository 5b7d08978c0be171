// `npm run build`: the client alone, for images and for looking at its size.
import { buildClient } from './build/build-client.ts';

// Told to stop it ends as a process that is over does, which takes away what is half-built.
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.once(signal, () => process.exit(1));

process.stdout.write((await buildClient()) ? 'built\n' : 'up to date\n');
