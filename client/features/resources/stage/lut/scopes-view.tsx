import { useEffect, useRef, useState } from 'react';
import { glow, MEASURED, measureScopes, PARADE, type Scopes, TARGETS, VECTORS, vectorOf } from './scopes.ts';

const CHANNELS = [
  ['Red', [255, 92, 72]],
  ['Green', [70, 215, 110]],
  ['Blue', [92, 132, 255]],
] as const;

const paint = (canvas: HTMLCanvasElement | null, colourAt: (at: number, rgba: Uint8ClampedArray) => void): void => {
  const context = canvas?.getContext('2d');
  if (!canvas || !context) return;
  const image = context.createImageData(canvas.width, canvas.height);
  for (let at = 0; at < canvas.width * canvas.height; at++) colourAt(at, image.data.subarray(at * 4, at * 4 + 4));
  context.putImageData(image, 0, 0);
};

const percent = (code: number): number => Math.round((code / 255) * 100);

/** The scopes of a picture. `read` calls back with it; they are drawn again when `of` changes. */
export function ScopesView({ read, of }: { read: (use: (source: CanvasImageSource) => void) => void; of: string }) {
  const parade = useRef<HTMLCanvasElement>(null);
  const vectors = useRef<HTMLCanvasElement>(null);
  const [ranges, setRanges] = useState<Scopes['ranges']>([]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `read` is another function in every render
  useEffect(() => {
    const { width, height } = MEASURED;
    const measured = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
    if (!measured) return;
    read((source) => {
      measured.drawImage(source, 0, 0, width, height);
      const found = measureScopes(measured.getImageData(0, 0, width, height).data);
      paint(parade.current, (at, rgba) => {
        const [, colour] = CHANNELS[Math.floor((at % PARADE.width) / width)] ?? CHANNELS[0];
        rgba.set([...colour, 255 * glow(found.parade[at] ?? 0, 24)]);
      });
      paint(vectors.current, (at, rgba) => rgba.set([235, 220, 190, 255 * glow(found.vectors[at] ?? 0, 120)]));
      setRanges(found.ranges);
    });
  }, [of]);
  const said = CHANNELS.map(([name], at) => `${name} ${ranges[at]?.map(percent).join(' to ') ?? ''} %`).join(', ');
  const { x, y } = vectorOf([0.75, 0.5, 0.4]);
  return (
    <div className="lut-scopes">
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
