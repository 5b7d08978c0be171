// `npm start`: builds what has changed, then becomes the server.
import { buildClient } from './build-client.ts';

process.env.NODE_ENV ||= 'production';

try {
  if (await buildClient()) process.stdout.write('The pages are built.\n');
} catch (error) {
  process.stderr.write(`The pages could not be built: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
await import('#server/main.ts');
