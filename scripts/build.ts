// `npm run build`: the client alone, for images and for looking at its size.
import { buildClient } from './build-client.ts';

process.stdout.write((await buildClient()) ? 'built\n' : 'up to date\n');
