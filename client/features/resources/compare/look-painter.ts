import { conversionOf } from '#client/features/resources/stage/lut/conversion.ts';
import { createLutDrawer } from '#client/features/resources/stage/lut/lut-drawer.ts';
import { loadPicture, loadTable } from '#client/features/resources/stage/lut/use-live-lut.ts';
import { releaseCanvas } from '#client/features/resources/stage/webgl.ts';
import type { FilePreview } from '#contract/resources/api.ts';
import { platePath } from '#contract/resources/luts.ts';
import type { Painter, PainterOptions } from './painter.ts';

type Look = Extract<FilePreview, { kind: 'look' }>;
const PLATE = 'coast';

/** The server's picture of a LUT that the browser may not or can't apply itself. */
const paintStill = (preview: Look, { canvas, onReady, onNote, onFailure }: PainterOptions): Painter => {
  const [src = preview.smallUrl] = preview.stillUrls;
  const still = Object.assign(new Image(), { onload: onReady, onerror: onFailure, src });
  onNote('On the sample');
  return {
    paint: () => {
      if (still.naturalWidth > 0) canvas.getContext('2d')?.drawImage(still, 0, 0, canvas.width, canvas.height);
    },
    hear: () => {},
    end: () => {},
  };
};

/** A LUT on the shared footage, or on a plate in the encoding that it is made for. */
export function paintLook(preview: Look, options: PainterOptions): Painter {
  const { canvas, onReady, onFailure } = options;
  const { tableUrl, encoding } = preview;
  const drawer = tableUrl === null ? null : createLutDrawer(canvas);
  if (!drawer || tableUrl === null) return paintStill(preview, options);
  let plates: [HTMLImageElement, HTMLImageElement] | null = null;
  let isSetForOwn: boolean | null = null;
  let isOver = false;
  const fail = (): void => {
    if (!isOver) onFailure();
  };
  Promise.all([
    loadPicture(platePath(PLATE, encoding)),
    loadPicture(platePath(PLATE, 'rec709')),
    loadTable(tableUrl),
  ]).then(([shot, finished, table]) => {
    if (isOver) return;
    if (!drawer.setLut('right', table)) return fail();
    plates = [shot, finished];
    onReady();
  }, fail);
  return {
    paint: ({ canvas: frame, isOwn }) => {
      if (!plates) return;
      if (isSetForOwn !== isOwn) {
        // Footage is taken for display footage, which a log LUT gets in its encoding.
        const isLog = encoding !== 'rec709';
        if (isOwn) drawer.setFootage(isLog ? 'for the LUT' : 'plain', isLog ? conversionOf('rec709', encoding) : null);
        else drawer.setPlate(...plates);
        isSetForOwn = isOwn;
      }
      if (isOwn) drawer.setFrame(frame);
      drawer.draw({ divider: 0, strength: 1 });
    },
    hear: () => {},
    end: () => {
      isOver = true;
      drawer.end();
      releaseCanvas(canvas);
    },
  };
}
