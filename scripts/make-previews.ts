// `npm run previews:make`: makes the previews of files that are missing, for example after ffmpeg was installed. With `--failed`, files
// without a result are tried again; with `--all`, all previews are made again. Can be stopped at any time and run again, because each
// preview is saved as soon as it is made. See docs/operations.md.

import { parseArgs } from 'node:util';
import { makeFilePreviews } from '#server/features/uploads/previews/files/making.ts';
import { countUnpreviewed } from '#server/features/uploads/previews/files/queries.ts';
import { announce } from '#server/kit/db/bus.ts';
import { findFileTools, programsOf } from '#server/kit/media/file-tools.ts';
import { createPictureReader } from '#server/kit/media/image-reader.ts';
import { findMediaTools } from '#server/kit/media/media-tools.ts';
import { ConfigError } from '#server/kit/ops/config-error.ts';
import { StorageFull } from '#server/kit/storage/errors.ts';
import { untilBrokenOff } from './commands/breaking-off.ts';
import { runCommand } from './commands/command.ts';
import { showCount } from './commands/progress.ts';

type Asked = { since: Date | undefined; onlyFailed: boolean };

const say = (line: string): void => console.log(line);

const readAsked = (now: Date): Asked => {
  const { values } = parseArgs({
    options: {
      failed: { type: 'boolean', default: false },
      all: { type: 'boolean', default: false },
      since: { type: 'string' },
    },
  });
  const { failed, all } = values;
  const since = values.since === undefined ? now : new Date(values.since);
  if ([failed, all, values.since !== undefined].filter(Boolean).length > 1)
    throw new ConfigError('use one of --failed, --all and --since');
  if (Number.isNaN(since.getTime())) throw new ConfigError('--since must be a time such as 2026-11-26T14:00:00Z');
  if (all) say(`To continue after a stop, use --since ${now.toISOString()} in place of --all.`);
  return { since: failed || all || values.since !== undefined ? since : undefined, onlyFailed: failed };
};

await runCommand('The previews were not made', async ({ db, config, storage }) => {
  const now = () => new Date();
  const asked = readAsked(now());
  await storage.ready();
  const log = { info() {}, warn() {}, error() {} };
  const media = await findMediaTools({ path: config.ffmpegPath, log });
  if (!media) say('ffmpeg was not found: clips and sounds wait until it is installed.');
  const tools = await findFileTools(config, log);
  if (!tools.listSevenZip) say('7zz was not found: 7z archives wait until it is installed.');
  if (!tools.readPdf) say('pdftoppm was not found: PDFs wait until it is installed.');
  const pictures = createPictureReader({ log });
  const deps = { db, now, config, storage, media, tools, pictures, bus: { publish: announce } };
  const unmade = await countUnpreviewed(db, { programs: programsOf(deps), ...asked });
  const missing = unmade.reduce((sum, { files }) => sum + files, 0);
  if (missing === 0) return say('No previews are missing.');
  say(`${missing} previews to make. You can stop this at any time and run it again.`);
  const progress = showCount(say, missing);
  let [shown, failed, withoutRoom] = [0, 0, 0];
  await untilBrokenOff(async (signal) => {
    for (const { id } of unmade) {
      const onMade = (hasPreview: boolean): void => {
        progress.add();
        if (hasPreview) shown += 1;
        else failed += 1;
      };
      const options = { signal, maxMs: Number.POSITIVE_INFINITY, onMade, ...asked };
      await makeFilePreviews(deps, id, options).catch((error: unknown) => {
        if (!(error instanceof StorageFull)) throw error;
        withoutRoom += 1;
      });
    }
  }).finally(progress.end);
  say(`${shown} previews were made. ${failed} files cannot be shown.`);
  if (withoutRoom > 0) throw new Error(`${withoutRoom} assets need more free space on the disk, then run this again`);
});
