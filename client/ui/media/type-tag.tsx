import type { Tone } from '#client/ui/badge.tsx';
import { classNames } from '#client/ui/class-names.ts';
import { Icon, type IconName, type IconPath } from '#client/ui/icon.tsx';
import { MediaTag } from './media-tag.tsx';

/** Icon and colour of the asset types, by their stored name in lower case. */
const TYPES: Record<string, readonly [icon: IconName | IconPath, tone: Tone]> = {
  lut: [
    'M12 13.5a5 5 0 1 0 0-10 5 5 0 0 0 0 10Zm-4 7a5 5 0 1 0 0-10 5 5 0 0 0 0 10Zm8 0a5 5 0 1 0 0-10 5 5 0 0 0 0 10Z',
    'tungsten',
  ],
  overlay: ['M12 4 3 9l9 5 9-5ZM3 14l9 5 9-5', 'tally'],
  'sound effect': ['M3 10v4m4.5-8v12M12 9v6m4.5-11v16M21 10v4', 'daylight'],
  music: ['music', 'daylight'],
  title: ['M5 7V4h14v3m-7-3v16m-3 0h6', 'iris'],
  transition: ['M4 5v14L20 5v14Z', 'scope'],
  template: ['M4 4h16v16H4Zm0 5h16M9 9v11', 'iris'],
  preset: ['filter', 'scope'],
  shape: ['star', 'clip'],
  font: ['M4 20 12 4l8 16M7 14h10', 'iris'],
  model: ['M12 3 4 7.5v9l8 4.5 8-4.5v-9Zm-8 4.5 8 4.5 8-4.5M12 12v9', 'tungsten'],
};
const OTHER = ['file', 'muted'] as const;

/** "Sound effect"; with `many`, "Sound effects". */
export function typeName(type: string, many = false): string {
  const plural = many && !/^(music|other)$/i.test(type) ? 's' : '';
  return type.charAt(0).toUpperCase() + type.slice(1) + plural;
}

/** Icon of an asset type, in the type's colour if it is `toned`. */
export function TypeIcon({ type, small, toned }: { type: string; small?: boolean; toned?: boolean }) {
  const [icon, tone] = TYPES[type.toLowerCase()] ?? OTHER;
  return <Icon name={icon} small={small} className={toned ? classNames('text-label', `c-${tone}`) : undefined} />;
}

/** The type of an asset on its image. */
export function TypeTag({ type }: { type: string }) {
  return (
    <MediaTag className="min-w-0">
      <TypeIcon type={type} small />
      <span className="truncate">{typeName(type)}</span>
    </MediaTag>
  );
}
