import type { CSSProperties } from 'react';
import './player.css';

type Props = {
  label: string;
  value: number;
  min?: number;
  max?: number;
  /** The value as people read it. */
  text: string;
  isDisabled?: boolean;
  onChange: (value: number) => void;
};

/** A slider with its name and value. It has its own arrow keys. */
export function StageSlider({ label, value, min = 0, max = 100, text, isDisabled = false, onChange }: Props) {
  return (
    <label className="stage-slider">
      <span>{label}</span>
      <input
        type="range"
        data-arrows="own"
        style={{ '--share': `${((value - min) / (max - min)) * 100}%` } as CSSProperties}
        min={min}
        max={max}
        disabled={isDisabled}
        value={value}
        aria-valuetext={text}
        onChange={({ currentTarget }) => onChange(Number(currentTarget.value))}
      />
      <span className="mono">{text}</span>
    </label>
  );
}
