import { type ReactNode, useEffect, useRef } from 'react';
import { Icon } from '#client/ui/icon.tsx';
import { hideOnError } from '#client/ui/media/hide-broken-image.ts';
import type { PaletteCommand } from './command.ts';
import { matchedRanges } from './match.ts';

/** A label with the matched parts marked. */
const marked = (label: string, text: string): ReactNode[] => {
  const parts: ReactNode[] = [];
  let done = 0;
  for (const [start, end] of matchedRanges(text, label)) {
    parts.push(label.slice(done, start), <mark key={start}>{label.slice(start, end)}</mark>);
    done = end;
  }
  return [...parts, label.slice(done)];
};

/** An option of the palette. The field has the focus and handles keys. */
export function PaletteOption({
  id,
  command,
  text,
  isActive,
  onPoint,
  onChoose,
}: {
  id: string;
  command: PaletteCommand;
  /** The text to mark in the label. */
  text: string;
  isActive: boolean;
  /** The pointer moved over it. */
  onPoint: () => void;
  onChoose: (inNewTab: boolean) => void;
}) {
  const { label, note, icon, picture } = command;
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isActive) row.current?.scrollIntoView({ block: 'nearest' });
  }, [isActive]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: the field has the focus and handles keys
    <div
      ref={row}
      id={id}
      role="option"
      aria-selected={isActive}
      className="palette-row"
      // Not on entering it, because a list that scrolls below a resting pointer must not change the choice.
      onPointerMove={isActive ? undefined : onPoint}
      onPointerDown={(event) => event.preventDefault()}
      onClick={({ ctrlKey, metaKey }) => onChoose(ctrlKey || metaKey)}
      onAuxClick={({ button }) => button === 1 && onChoose(true)}
    >
      {picture ? (
        <img
          src={picture.url}
          alt=""
          className="palette-picture"
          width={56}
          height={32}
          onError={hideOnError}
          style={picture.color ? { backgroundColor: picture.color } : undefined}
        />
      ) : (
        <span className="palette-icon">
          <Icon name={icon} />
        </span>
      )}
      <span className="palette-text">
        {marked(label, text)}
        {note && <span className="palette-note">, {note}</span>}
      </span>
      <span className="kbd palette-enter" aria-hidden="true">
        Enter
      </span>
    </div>
  );
}
