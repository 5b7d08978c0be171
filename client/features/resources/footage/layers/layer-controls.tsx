import type { ReactNode } from 'react';
import { StageSlider } from '#client/features/resources/stage/slider.tsx';
import { Button } from '#client/ui/forms/button.tsx';
import { Icon } from '#client/ui/icon.tsx';
import { BLEND_LABELS, BLEND_MODES, type BlendMode } from './blend.ts';

const CAMERA = 'M3 8h4l2-3h6l2 3h4v11H3ZM12 16.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7Z';

/** How a layer lies over the footage. All but the mode are as in BlendScene. */
export type LayerLook = {
  mode: BlendMode;
  opacity: number;
  scale: number;
  x: number;
  y: number;
  repeats: boolean;
};

/** A slider with its name and value. The numbers are shares, shown in percent. */
export function ShareSlider({
  label,
  value,
  min = 0,
  max = 1,
  onChange,
}: {
  label: string;
  value: number;
  min?: number;
  max?: number;
  onChange: (value: number) => void;
}) {
  const percent = Math.round(value * 100);
  return (
    <StageSlider
      label={label}
      value={percent}
      min={min * 100}
      max={max * 100}
      text={`${percent} %`}
      onChange={(next) => onChange(next / 100)}
    />
  );
}

type Props = {
  look: LayerLook;
  change: (part: Partial<LayerLook>) => void;
  /** What people call the layer. */
  noun: string;
  /** Mattes fill the frame and have no mode. */
  isMatte: boolean;
  /** Whether it has an end. */
  canRepeat: boolean;
  /** Null if the browser can't draw one. */
  onSave: (() => void) | null;
  children?: ReactNode;
};

/** The row of controls below the transport, and those that are needed less often. */
export function LayerControls({ look, change, noun, isMatte, canRepeat, onSave, children }: Props) {
  return (
    <>
      <div className="lut-controls layer-controls">
        {children}
        {!isMatte && (
          <>
            <fieldset className="stage-choice">
              <legend className="sr-only">Blend mode</legend>
              {BLEND_MODES.map((mode) => (
                <button key={mode} type="button" aria-pressed={look.mode === mode} onClick={() => change({ mode })}>
                  {BLEND_LABELS[mode]}
                </button>
              ))}
            </fieldset>
            <ShareSlider label="Opacity" value={look.opacity} onChange={(opacity) => change({ opacity })} />
          </>
        )}
        {onSave && (
          <Button className="ml-auto" onClick={onSave}>
            <Icon name={CAMERA} small />
            Save frame
          </Button>
        )}
      </div>
      {!isMatte && (
        <details className="lut-details">
          <summary>
            Size and place
            <Icon name="chevron" small className="ml-auto" />
          </summary>
          <div className="layer-place">
            <ShareSlider label="Scale" value={look.scale} min={0.1} max={3} onChange={(scale) => change({ scale })} />
            <ShareSlider label="X" value={look.x} min={-1} onChange={(x) => change({ x })} />
            <ShareSlider label="Y" value={look.y} min={-1} onChange={(y) => change({ y })} />
            <div className="flex flex-wrap gap-2">
              {canRepeat && (
                <Button aria-pressed={look.repeats} onClick={() => change({ repeats: !look.repeats })}>
                  Repeat the {noun}
                </Button>
              )}
              <Button variant="quiet" onClick={() => change({ scale: 1, x: 0, y: 0 })}>
                Reset
              </Button>
            </div>
          </div>
        </details>
      )}
    </>
  );
}
