// Recent choices in the palette, kept in this browser only.
import type { PaletteCommand } from './command.ts';

const RECENT_KEY = 'helix_recent_choices';
const MOST_KEPT = 6;

/** A choice as stored. Assets, people and threads keep what is shown of them; anything else is found again by its id. */
type Kept = { id: string; kind?: 'asset' | 'person' | 'thread'; label?: string; note?: string; to?: string };

const isKept = (value: unknown): value is Kept => {
  const { id, kind, label, note = '', to } = (value ?? {}) as Record<string, unknown>;
  if (typeof id !== 'string') return false;
  if (kind === undefined) return true;
  // Other code on this site could have written it, so it must be a path of this site.
  const isPath = typeof to === 'string' && /^\/(?![/\\])/.test(to);
  return (
    (kind === 'asset' || kind === 'person' || kind === 'thread') &&
    typeof label === 'string' &&
    typeof note === 'string' &&
    isPath
  );
};

const readKept = (): Kept[] => {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(RECENT_KEY) ?? '[]');
    return Array.isArray(value) ? value.filter(isKept).slice(0, MOST_KEPT) : [];
  } catch {
    return [];
  }
};

const ICONS = { asset: 'image', person: 'user', thread: 'reply' } as const;

/** Recent choices, newest first. Commands that this user no longer has are left out. */
export function recentChoices(commands: readonly PaletteCommand[]): PaletteCommand[] {
  return readKept().flatMap(({ id, kind, label, note, to }): PaletteCommand[] => {
    if (kind && label !== undefined && to !== undefined)
      return [{ id, kind, label, icon: ICONS[kind], to, ...(note ? { note } : {}) }];
    return commands.filter((command) => command.id === id);
  });
}

/** Remembers a choice. Choices that depend on what was typed are not remembered. */
export function rememberChoice({ id, kind, label, note, to }: PaletteCommand): void {
  if (id.startsWith('text ')) return;
  const isFound = kind === 'asset' || kind === 'person' || kind === 'thread';
  const kept: Kept = isFound && to !== undefined ? { id, kind, label, to, ...(note ? { note } : {}) } : { id };
  const others = readKept().filter((one) => one.id !== id);
  try {
    localStorage.setItem(RECENT_KEY, JSON.stringify([kept, ...others].slice(0, MOST_KEPT)));
  } catch {
    // Without storage, nothing is remembered.
  }
}
