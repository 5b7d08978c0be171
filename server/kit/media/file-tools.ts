/** Finds the machine's programs for 7z archives and PDFs. The site works without them. */

import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { listSevenZip } from '#server/kit/archives/seven-zip.ts';
import type { Logger } from '#server/kit/ops/logger.ts';
import type { Stop } from './ffmpeg.ts';
import type { ListedArchive } from './image-reader.ts';
import { locateProgram, type MediaTools } from './media-tools.ts';
import { type PdfRefusal, type PdfShape, type PdfView, readPdf } from './pdf-file.ts';

export type FileTools = {
  /** Lists the 7z archive at a path; null without `7zz`. */
  listSevenZip: ((path: string, stop?: Stop) => Promise<ListedArchive>) | null;
  /** Draws pages of the PDF at a path; null without `pdftoppm`. */
  readPdf: ((path: string, shape: PdfShape, stop?: Stop) => Promise<PdfView | { refused: PdfRefusal }>) | null;
};
/** The programs that previews need, and whether they are there. */
export type Programs = { media: boolean; sevenZip: boolean; pdf: boolean };
type Paths = {
  /** Null looks a program up in the PATH. */
  sevenZipPath: string | null;
  pdftoppmPath: string | null;
};

export function programsOf({ media, tools }: { media: MediaTools | null; tools: FileTools }): Programs {
  return { media: media !== null, sevenZip: tools.listSevenZip !== null, pdf: tools.readPdf !== null };
}

const findProgram = async (name: string, path: string | null, lacks: string, log: Logger): Promise<string | null> => {
  try {
    return await locateProgram(name, path);
  } catch {
    log.warn({ path }, `${name} was not found: ${lacks}`);
    return null;
  }
};

/** Finds the programs at the given paths or on the PATH. What is missing is logged. */
export async function findFileTools(paths: Paths, log: Logger): Promise<FileTools> {
  const sevenZip = await findProgram('7zz', paths.sevenZipPath, 'the contents of 7z archives are not listed', log);
  const pdftoppm = await findProgram('pdftoppm', paths.pdftoppmPath, 'PDFs get no previews', log);
  return {
    listSevenZip:
      sevenZip === null
        ? null
        : async (path, stop = {}) => {
            const listed = await listSevenZip(sevenZip, path, (await stat(path)).size, { log, ...stop });
            if ('refused' in listed) return listed;
            const { entries, ...facts } = listed;
            return { facts, body: Buffer.from(JSON.stringify(entries)) };
          },
    readPdf:
      pdftoppm === null ? null : (path, shape, stop = {}) => readPdf(dirname(pdftoppm), path, shape, { log, ...stop }),
  };
}
