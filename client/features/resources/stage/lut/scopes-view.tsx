import { useEffect, useRef, useState } from 'react';
import { drawsByProcessor } from '#client/features/resources/stage/webgl.ts';
import { glow, MEASURED, measureScopes, PARADE, type Scopes, TARGETS, VECTORS, vectorOf } from './scopes.ts';

const CHANNELS = [
  ['Red', [255, 92, 72]],
  ['Green', [70, 215, 110]],
  ['Blue', [92, 132, 255]],
] as const;
/** The colour of the vectorscope. */
const LIGHT = [235, 220, 190] as const;

type Colour = readonly [number, number, number];

/** Draws counts as light of a colour; `full` pixels are as bright as possible. */
const paint = (
  canvas: HTMLCanvasElement | null,
  counts: Uint16Array,
  full: number,
  colourAt: (at: number) => Colour,
): void => {
  const context = canvas?.getContext('2d');
  if (!canvas || !context) return;
  const image = context.createImageData(canvas.width, canvas.height);
  for (const [at, count] of counts.entries()) {
    if (count === 0) continue;
    const [red, green, blue] = colourAt(at);
    image.data[at * 4] = red;
    image.data[at * 4 + 1] = green;
    image.data[at * 4 + 2] = blue;
    image.data[at * 4 + 3] = 255 * glow(count, full);
  }
  context.putImageData(image, 0, 0);
};

const percent = (code: number): number => Math.round((code / 255) * 100);

/** Scopes of what moves are drawn at most this often. A processor that also draws the frames has less time for them. */
const intervalMs = (): number => 1000 / (drawsByProcessor() ? 4 : 15);

export type ScopesSource = {
  /** Calls back with the pixels (RGBA) of a picture of MEASURED. */
  read: (use: (pixels: Uint8ClampedArray) => void) => void;
  /** Calls back for each new frame, until the returned function is called. */
  onFrame: (listener: () => void) => () => void;
};

/** The scopes of a picture. They are drawn again when `of` changes, and while they are seen, with the frames of a clip. */
export function ScopesView({ read, onFrame, of }: ScopesSource & { of: string }) {
  const box = useRef<HTMLDivElement>(null);
  const parade = useRef<HTMLCanvasElement>(null);
  const vectors = useRef<HTMLCanvasElement>(null);
  const [ranges, setRanges] = useState<Scopes['ranges']>([]);
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    if (!box.current) return;
    const observer = new IntersectionObserver(([entry]) => setSeen(entry?.isIntersecting ?? false));
    observer.observe(box.current);
    return () => observer.disconnect();
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the functions are others in every render
  useEffect(() => {
    if (!isSeen) return;
    const measure = (): void =>
      read((pixels) => {
        const found = measureScopes(pixels);
        paint(
          parade.current,
          found.parade,
          24,
          (at) => CHANNELS[Math.floor((at % PARADE.width) / MEASURED.width)]?.[1] ?? LIGHT,
        );
        paint(vectors.current, found.vectors, 120, () => LIGHT);
        setRanges(found.ranges);
      });
    let timer: ReturnType<typeof setTimeout> | undefined;
    let last = 0;
    const measureSoon = (): void => {
      timer ??= setTimeout(
        () => {
          timer = undefined;
          last = performance.now();
          measure();
        },
        Math.max(0, last + intervalMs() - performance.now()),
      );
    };
    measure();
    const leave = onFrame(measureSoon);
    return () => {
      leave();
      clearTimeout(timer);
    };
  }, [of, isSeen]);
  const said = CHANNELS.map(([name], at) => `${name} ${ranges[at]?.map(percent).join(' to ') ?? ''} %`).join(', ');
  const { x, y } = vectorOf([0.75, 0.5, 0.4]);
  return (
    <div ref={box} className="lut-scopes">
      <figure>
        <figcaption>
          <span>RGB parade</span>
          <span className="mono">{ranges.length > 0 && said}</span>
        </figcaption>
        <div className="lut-scope">
          <canvas ref={parade} width={PARADE.width} height={PARADE.height} role="img" aria-label={said} />
        </div>
      </figure>
      <figure>
        <figcaption>
          <span>Vectorscope</span>
          <span>Skin line</span>
        </figcaption>
        <div className="lut-scope lut-vectors">
          <canvas ref={vectors} width={VECTORS} height={VECTORS} role="img" aria-label="Vectorscope" />
          <svg viewBox={`0 0 ${VECTORS} ${VECTORS}`} aria-hidden="true">
            <circle cx={VECTORS / 2} cy={VECTORS / 2} r="112" />
            {/* The hue of skin: a line from the middle through one skin colour. */}
            <line
              x1={VECTORS / 2}
              y1={VECTORS / 2}
              x2={VECTORS / 2 + (x - VECTORS / 2) * 3}
              y2={VECTORS / 2 + (y - VECTORS / 2) * 3}
            />
            {TARGETS.map(([name, colour]) => {
              const target = vectorOf(colour);
              return (
                <g key={name}>
                  <rect x={target.x - 5} y={target.y - 5} width="10" height="10" />
                  <text x={target.x + 8} y={target.y + 4}>
                    {name}
                  </text>
                </g>
              );
            })}
          </svg>
        </div>
      </figure>
    </div>
  );
}
