import type { Tone } from '#client/ui/badge.tsx';
import { classNames } from '#client/ui/class-names.ts';
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx';

const EDITORS: Record<string, readonly [string, Tone]> = {
  'After Effects': ['Ae', 'iris'],
  'Premiere Pro': ['Pr', 'daylight'],
  'DaVinci Resolve': ['Dr', 'tally'],
  CapCut: ['Cc', 'scope'],
  Blender: ['Bl', 'tungsten'],
  'Final Cut Pro': ['Fc', 'clip'],
};

/** Tile with two letters for an editor, in the editor's colour. Decorative next to the editor's name; `named` adds the name. */
export function EditorTile({ editor, named }: { editor: string; named?: boolean }) {
  const [letters, tone] = EDITORS[editor] ?? [editor.slice(0, 2), 'muted'];
  return (
    <span className={classNames('tile tint', `c-${tone}`)} title={named ? editor : undefined}>
      <span aria-hidden="true">{letters}</span>
      {named && <VisuallyHidden>{editor}</VisuallyHidden>}
    </span>
  );
}
