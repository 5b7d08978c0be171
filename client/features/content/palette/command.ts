import type { IconName, IconPath } from '#client/ui/icon.tsx';

export type CommandKind = 'asset' | 'person' | 'thread' | 'page' | 'setting' | 'action';

/** Something that the palette finds: a place to go to (`to`), or an action of this user (`run`). */
export type PaletteCommand = {
  /** The same for the same thing on every visit, because recent choices are remembered by it. */
  id: string;
  kind: CommandKind;
  label: string;
  /** Shown after the label. */
  note?: string;
  /** More words to find it by. */
  words?: string;
  icon: IconName | IconPath;
  /** A thumbnail instead of the icon. */
  picture?: { url: string; color: string | null };
  to?: string;
  /** State of the history entry that `to` opens. */
  state?: unknown;
  run?: () => void;
};

export type GroupKey = 'assets' | 'people' | 'pages' | 'actions';

/** The groups of results in their usual order. A group with a better match comes before the others. */
export const paletteGroups: readonly { key: GroupKey; title: string; only: string; kinds: readonly CommandKind[] }[] = [
  { key: 'assets', title: 'Assets', only: 'Only assets', kinds: ['asset'] },
  {
    key: 'people',
    title: 'People and threads',
    only: 'Only people and threads',
    kinds: ['person', 'thread'],
  },
  { key: 'pages', title: 'Pages and settings', only: 'Only pages and settings', kinds: ['page', 'setting'] },
  { key: 'actions', title: 'Do', only: 'Only actions', kinds: ['action'] },
];

export function groupOfKind(kind: CommandKind): GroupKey {
  return paletteGroups.find(({ kinds }) => kinds.includes(kind))?.key ?? 'pages';
}
