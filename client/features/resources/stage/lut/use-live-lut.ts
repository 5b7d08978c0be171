import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { followFrames } from '#client/features/resources/stage/clip/follow-frames.ts';
import { pngOf, releaseCanvas, type Size } from '#client/features/resources/stage/webgl.ts';
import { type EncodingName, type PlateName, platePath } from '#contract/resources/luts.ts';
import { conversionOf } from './conversion.ts';
import { type ConvertedFor, createLutDrawer, type LutDrawer, type LutTable, parseLutTable } from './lut-drawer.ts';

export async function loadPicture(url: string): Promise<HTMLImageElement> {
  const picture = new Image();
  picture.src = url;
  await picture.decode();
  return picture;
}

const fetchTable = async (url: string): Promise<LutTable> => {
  const reply = await fetch(url);
  if (!reply.ok) throw new Error(`${reply.status} for a LUT`);
  return parseLutTable(await reply.arrayBuffer());
};

/** Tables by URL, newest last. Browsers keep no copy of a Premium LUT, and each change of plate needs it again. */
const tables = new Map<string, Promise<LutTable>>();
const MOST_TABLES = 6;

/** Loads a LUT, or returns one that was loaded shortly before. */
export function loadTable(url: string): Promise<LutTable> {
  const table = tables.get(url) ?? fetchTable(url);
  tables.delete(url);
  tables.set(url, table);
  table.catch(() => tables.delete(url));
  for (const old of tables.keys()) {
    if (tables.size <= MOST_TABLES) break;
    tables.delete(old);
  }
  return table;
}

/** The person's own footage under the LUT. */
export type OwnShot = {
  /** Null while it loads. */
  source: HTMLVideoElement | HTMLCanvasElement | null;
  convertedFor: ConvertedFor;
  /** From what to what it is converted. */
  from: EncodingName;
  to: EncodingName;
};

/** Whether there is something of it to draw: a clip may not have its first frame yet. */
const hasFrame = (source: HTMLVideoElement | HTMLCanvasElement): boolean =>
  !(source instanceof HTMLVideoElement) || source.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA;

type Shown = {
  /** Null while there is nothing to draw live: the person may not download the LUT. */
  tableUrl: string | null;
  /** LUT of the left side; null for the plate as it was shot. */
  leftUrl: string | null;
  plate: PlateName;
  encoding: EncodingName;
  /** Drawn instead of the plate. */
  own: OwnShot | null;
  /** Of the canvas, which is cleared when it changes. */
  size: Size;
  divider: number;
  strength: number;
};

/**
 * Draws a plate or footage through a LUT into the canvas. @returns whether the canvas shows it (otherwise show the server's stills),
 * whether the browser can, whether the LUT failed to load, and a number that changes with the picture
 */
export function useLiveLut(canvas: RefObject<HTMLCanvasElement | null>, shown: Shown) {
  const { tableUrl, leftUrl, plate, encoding, own, size, divider, strength } = shown;
  const drawer = useRef<LutDrawer | null>(null);
  const latest = useRef({ divider, strength });
  const nextFrame = useRef<OwnShot['source']>(null);
  const request = useRef(0);
  const [listeners] = useState(() => new Set<() => void>());
  const [isAble, setAble] = useState(true);
  const [picture, setPicture] = useState(0);
  const [drawnUrl, setDrawnUrl] = useState<string | null>(null);
  const [hasFailed, setFailed] = useState(false);
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
      cancelAnimationFrame(request.current);
      request.current = 0;
      drawer.current?.end();
      drawer.current = null;
      // Otherwise it gets a new drawer.
      if (!target.isConnected) releaseCanvas(target);
    };
  }, [canvas, isWanted]);
  const draw = useCallback((): void => {
    request.current = 0;
    const target = drawer.current;
    if (!target) return;
    if (!target.isFree()) {
      request.current = requestAnimationFrame(draw);
      return;
    }
    const frame = nextFrame.current;
    nextFrame.current = null;
    if (frame) target.setFrame(frame);
    target.draw(latest.current);
    if (frame) for (const listener of listeners) listener();
  }, [listeners]);
  /** Draws as soon as the last drawing is finished. */
  const redraw = useCallback((): void => {
    if (request.current === 0) draw();
  }, [draw]);
  const shot = own ? null : platePath(plate, encoding);
  const finished = own ? null : platePath(plate, 'rec709');
  useEffect(() => {
    if (!isWanted) return;
    let isOver = false;
    setFailed(false);
    Promise.all([
      shot && loadPicture(shot),
      finished && loadPicture(finished),
      loadTable(tableUrl),
      leftUrl === null ? null : loadTable(leftUrl),
    ])
      .then(([before, after, right, left]) => {
        if (isOver || !drawer.current) return;
        if (before && after) drawer.current.setPlate(before, after);
        if (!drawer.current.setLut('right', right) || !drawer.current.setLut('left', left)) setAble(false);
        else {
          setPicture((number) => number + 1);
          setDrawnUrl(tableUrl);
        }
      })
      .catch(() => {
        if (isOver) return;
        setPicture(0);
        setFailed(true);
      });
    return () => {
      isOver = true;
    };
  }, [isWanted, tableUrl, leftUrl, shot, finished]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the canvas is cleared when its size changes
  useEffect(() => {
    latest.current = { divider, strength };
    if (picture > 0) redraw();
  }, [picture, divider, strength, size.width, size.height, redraw]);
  const { source = null, convertedFor = 'plain', from = 'rec709', to = 'rec709' } = own ?? {};
  useEffect(() => {
    const target = drawer.current;
    if (!source || !target || picture === 0) return;
    target.setFootage(convertedFor, convertedFor === 'plain' ? null : conversionOf(from, to));
    const show = (): void => {
      if (!hasFrame(source)) return;
      nextFrame.current = source;
      redraw();
    };
    if (source instanceof HTMLVideoElement) return followFrames(source, show);
    show();
  }, [picture, source, convertedFor, from, to, redraw]);
  const isLive = isWanted && picture > 0;
  return {
    isLive,
    isAble,
    picture,
    hasFailed: isWanted && hasFailed,
    /** Whether the canvas shows this LUT, and not one that was shown before. */
    isCurrent: isLive && drawnUrl === tableUrl,
    /** The whole picture after the LUT in a smaller size, as RGBA. */
    read: ({ width, height }: Size): Uint8ClampedArray | null => drawer.current?.read(width, height, strength) ?? null,
    /** Calls back for each frame of a clip, until the returned function is called. */
    onFrame: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** All of the footage after the LUT in this size, as PNG; null if there is no frame yet, or the browser can't encode it. */
    saveWhole: async (whole: Size): Promise<Blob | null> => {
      const target = canvas.current;
      if (!drawer.current || !target || !source || !hasFrame(source)) return null;
      Object.assign(target, whole);
      // The frame may have been made smaller for the screen.
      drawer.current.setFrame(source);
      drawer.current.draw({ divider: 0, strength });
      const png = pngOf(target);
      Object.assign(target, size);
      drawer.current.setFrame(source);
      drawer.current.draw(latest.current);
      return await png;
    },
  };
}
