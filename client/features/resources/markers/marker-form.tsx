import { type KeyboardEvent, useState } from 'react';
import { Button } from '#client/ui/forms/button.tsx';
import { Select } from '#client/ui/forms/select.tsx';
import { TextField } from '#client/ui/forms/text-field.tsx';
import { LONGEST_NAME, LONGEST_NOTE, type Marker, type MarkerColour } from './marker-list.ts';
import { type FrameRate, frameLabel, frameNumber, frameTime, labelFrame } from './rates.ts';
import { COLOUR_OPTIONS } from './use-markers.ts';

/** A field for a timecode, which counts when it is left or Enter is pressed. */
export function TimecodeField({
  label,
  value,
  wrong,
  onTime,
}: {
  label: string;
  value: string;
  /** What is wrong with a text; null if nothing is. */
  wrong: (text: string) => string | null;
  onTime: (text: string) => void;
}) {
  const [draft, setDraft] = useState<string | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [earlier, setEarlier] = useState(value);
  const reset = (): void => {
    setDraft(null);
    setError(null);
  };
  // What was typed is out of date when the value changes in another way.
  if (earlier !== value) {
    setEarlier(value);
    reset();
  }
  const finish = (): void => {
    if (draft === null) return;
    const found = wrong(draft);
    setError(found);
    if (found) return;
    setDraft(null);
    if (draft !== value) onTime(draft);
  };
  return (
    <TextField
      label={label}
      className="markers-timecode"
      autoComplete="off"
      spellCheck={false}
      maxLength={11}
      value={draft ?? value}
      error={error ?? (draft === null && wrong(value))}
      onChange={({ currentTarget }) => setDraft(currentTarget.value)}
      onBlur={finish}
      onKeyDown={({ key }: KeyboardEvent) => {
        if (key === 'Enter') finish();
        if (key === 'Escape') reset();
      }}
    />
  );
}

type Props = {
  marker: Marker;
  rate: FrameRate;
  /** Frame with whose timecode the timeline begins. */
  start: number;
  /** In seconds. */
  length: number;
  onChange: (change: Partial<Omit<Marker, 'id' | 'kind'>>, about: string) => void;
  onDelete: () => void;
};

/** Name, time, colour and note of one marker. */
export function MarkerForm({ marker, rate, start, length, onChange, onDelete }: Props) {
  const last = frameNumber(length, rate);
  const timeOf = (text: string): number | null => {
    const frame = labelFrame(text, rate);
    return frame === null || frame < start || frame > start + last ? null : frameTime(frame - start, rate);
  };
  const range = `${frameLabel(start, rate)} to ${frameLabel(start + last, rate)}`;
  return (
    <fieldset className="markers-form">
      <legend className="sr-only">Selected marker</legend>
      <TextField
        label="Name"
        className="markers-name"
        autoComplete="off"
        maxLength={LONGEST_NAME}
        value={marker.name}
        onChange={({ currentTarget }) => onChange({ name: currentTarget.value }, 'name')}
      />
      <TimecodeField
        key={marker.id}
        label="Time"
        value={frameLabel(start + frameNumber(marker.time, rate), rate)}
        wrong={(text) => (timeOf(text) === null ? `Use a timecode from ${range}` : null)}
        onTime={(text) => onChange({ time: timeOf(text) ?? marker.time }, 'time')}
      />
      <Select
        label="Colour"
        options={COLOUR_OPTIONS}
        value={marker.colour}
        onValueChange={(colour) => onChange({ colour: colour as MarkerColour }, 'colour')}
      />
      <TextField
        label="Note"
        className="markers-name"
        autoComplete="off"
        maxLength={LONGEST_NOTE}
        value={marker.note}
        onChange={({ currentTarget }) => onChange({ note: currentTarget.value }, 'note')}
      />
      <Button onClick={onDelete}>Delete marker</Button>
    </fieldset>
  );
}
