import { type RefObject, useEffect, useRef, useState } from 'react';
import { type EncodingName, type PlateName, platePath } from '#contract/resources/luts.ts';
import { createLutDrawer, type LutDrawer, type LutTable, parseLutTable } from './lut-drawer.ts';

const loadPicture = async (url: string): Promise<HTMLImageElement> => {
  const picture = new Image();
  picture.src = url;
  await picture.decode();
  return picture;
};

const fetchTable = async (url: string): Promise<LutTable> => {
  const reply = await fetch(url);
  if (!reply.ok) throw new Error(`${reply.status} for a LUT`);
  return parseLutTable(await reply.arrayBuffer());
};

/** Tables by URL, newest last. Browsers keep no copy of a Premium LUT, and each change of plate needs it again. */
const tables = new Map<string, Promise<LutTable>>();
const MOST_TABLES = 6;

const loadTable = (url: string): Promise<LutTable> => {
  const table = tables.get(url) ?? fetchTable(url);
  tables.delete(url);
  tables.set(url, table);
  table.catch(() => tables.delete(url));
  for (const old of tables.keys()) {
    if (tables.size <= MOST_TABLES) break;
    tables.delete(old);
  }
  return table;
};

type Shown = {
  /** Null while there is nothing to draw live: the person may not download the LUT. */
  tableUrl: string | null;
  /** LUT of the left side; null for the plate as it was shot. */
  leftUrl: string | null;
  plate: PlateName;
  encoding: EncodingName;
  divider: number;
  strength: number;
};

/**
 * Draws a plate through a LUT into the canvas. @returns whether the canvas shows it (otherwise show the server's stills), whether
 * the browser can, and a number that changes with the picture
 */
export function useLiveLut(canvas: RefObject<HTMLCanvasElement | null>, shown: Shown) {
  const { tableUrl, leftUrl, plate, encoding, divider, strength } = shown;
  const drawer = useRef<LutDrawer | null>(null);
  const [isAble, setAble] = useState(true);
  const [picture, setPicture] = useState(0);
  const isWanted = tableUrl !== null && isAble;
  useEffect(() => {
    const target = canvas.current;
    if (!isWanted || !target) return;
    const giveUp = (): void => setAble(false);
    drawer.current = createLutDrawer(target);
    if (!drawer.current) giveUp();
    target.addEventListener('webglcontextlost', giveUp);
    return () => {
      target.removeEventListener('webglcontextlost', giveUp);
      drawer.current?.end();
      drawer.current = null;
    };
  }, [canvas, isWanted]);
  useEffect(() => {
    if (!isWanted) return;
    let isOver = false;
    Promise.all([
      loadPicture(platePath(plate, encoding)),
      loadPicture(platePath(plate, 'rec709')),
      loadTable(tableUrl),
      leftUrl === null ? null : loadTable(leftUrl),
    ])
      .then(([shot, finished, right, left]) => {
        if (isOver || !drawer.current) return;
        drawer.current.setPlate(shot, finished);
        if (!drawer.current.setLut('right', right) || !drawer.current.setLut('left', left)) setAble(false);
        else setPicture((number) => number + 1);
      })
      .catch(() => {
        if (!isOver) setPicture(0);
      });
    return () => {
      isOver = true;
    };
  }, [isWanted, tableUrl, leftUrl, plate, encoding]);
  useEffect(() => {
    if (picture > 0) drawer.current?.draw({ divider, strength });
  }, [picture, divider, strength]);
  return {
    isLive: isWanted && picture > 0,
    isAble,
    picture,
    /** Draws the whole picture after the LUT, calls back, and restores the divider. */
    withWhole: (read: (source: CanvasImageSource) => void): void => {
      if (!drawer.current || !canvas.current) return;
      drawer.current.draw({ divider: 0, strength });
      read(canvas.current);
      drawer.current.draw({ divider, strength });
    },
  };
}
