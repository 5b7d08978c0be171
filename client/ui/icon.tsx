import { classNames } from './class-names.ts';

/** Icon paths: single strokes on a 24 px grid, 1.75 px wide with round ends. */
const PATHS = {
  archive: 'M3 4h18v5H3ZM5 9v11h14V9M10 13h4',
  arrow: 'M5 12h14m-6-6 6 6-6 6',
  back: 'm15 5-7 7 7 7',
  bell: 'M6 16V11a6 6 0 1 1 12 0v5l2 2H4ZM10 21h4',
  check: 'm4 12 5 5L20 6',
  chevron: 'm6 9 6 6 6-6',
  close: 'M5 5l14 14M19 5 5 19',
  download: 'M12 3v12m-5-5 5 5 5-5M4 20h16',
  eye: 'M2 12s3.6-7 10-7 10 7 10 7-3.6 7-10 7S2 12 2 12Zm10 3a3 3 0 1 0 0-6 3 3 0 0 0 0 6Z',
  edit: 'M4 20h4L19 9l-4-4L4 16Zm9-13 4 4',
  file: 'M6 2h8l4 4v16H6ZM14 2v5h4',
  filter:
    'M3 8h10m5 0h3M3 16h3m5 0h10M15.5 10.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5Zm-7 8a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5Z',
  flag: 'M5 21V4m0 0h12l-2 4 2 4H5',
  folder: 'M3 6h6l2 2h10v11H3Z',
  forward: 'm9 5 7 7-7 7',
  grid: 'M4 4h6v6H4ZM14 4h6v6h-6ZM4 14h6v6H4ZM14 14h6v6h-6Z',
  heart: 'M12 20.5 3.8 12a5.2 5.2 0 0 1 7.4-7.3l.8.8.8-.8a5.2 5.2 0 0 1 7.4 7.3Z',
  help: 'M12 22a10 10 0 1 0 0-20 10 10 0 0 0 0 20ZM9.3 9.2a2.8 2.8 0 1 1 4 2.5c-.9.5-1.3 1-1.3 2m0 3v.01',
  image: 'M3 4h18v16H3ZM3 17l5-5 4 4 4-5 5 6M8.5 9.5h.01',
  info: 'M12 22a10 10 0 1 0 0-20 10 10 0 0 0 0 20ZM12 11v6m0-10v.01',
  lock: 'M6 11h12v10H6ZM8.5 11V7.5a3.5 3.5 0 0 1 7 0V11',
  menu: 'M4 7h16M4 12h16M4 17h16',
  monitor: 'M3 4h18v13H3ZM8 21h8m-4-4v4',
  moon: 'M20 14.5A8.5 8.5 0 0 1 9.5 4 8.5 8.5 0 1 0 20 14.5Z',
  music: 'M9 18V5l11-2v13M9 18a3 3 0 1 1-6 0 3 3 0 0 1 6 0Zm11-2a3 3 0 1 1-6 0 3 3 0 0 1 6 0Z',
  pause: 'M8 5v14M16 5v14',
  people:
    'M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7Zm-7 9c.4-4 3-6 7-6s6.6 2 7 6M15.5 4.3a3.5 3.5 0 0 1 0 6.4M17.5 14.3c2.6.6 4.2 2.5 4.5 5.7',
  pin: 'M12 17v5M8 3h8l-1 7 3 4H6l3-4Z',
  play: 'M7 4v16l13-8Z',
  plus: 'M12 5v14M5 12h14',
  pulse: 'M2 12h4l3-8 6 16 3-8h4',
  refresh: 'M20 12a8 8 0 1 1-2.4-5.7L20 8.5M20 4v4.5h-4.5',
  reply: 'M9 7 4 12l5 5M4 12h10a6 6 0 0 1 6 6v1',
  save: 'M6 3h12v18l-6-4.6L6 21Z',
  search: 'M11 19a8 8 0 1 0 0-16 8 8 0 0 0 0 16Zm10 2-4.3-4.3',
  spinner: 'M12 3a9 9 0 1 0 9 9',
  star: 'm12 3 2.8 5.9 6.4.8-4.7 4.5 1.2 6.4L12 17.5l-5.7 3.1 1.2-6.4L2.8 9.7l6.4-.8Z',
  sun: 'M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM12 2v2m0 16v2M2 12h2m16 0h2M5 5l1.4 1.4m11.2 11.2L19 19M5 19l1.4-1.4M17.6 6.4 19 5',
  trash: 'M4 7h16M9 7V4h6v3M6 7l1 14h10l1-14',
  upload: 'M12 21V9m-5 5 5-5 5 5M4 4h16',
  user: 'M12 11a4 4 0 1 0 0-8 4 4 0 0 0 0 8Zm-8 10c.5-4.5 3.7-7 8-7s7.5 2.5 8 7',
  video: 'M3 5h13v14H3Zm13 5 5-3v10l-5-3',
  warning: 'M12 3 2 20h20ZM12 10v4m0 3v.01',
} as const;

export type IconName = keyof typeof PATHS;
/** A path on the same grid, for icons that only some pages need. */
export type IconPath = `M${string}`;

/** A decorative icon of 18 px, or 14 px if `small`. The meaning is conveyed by the adjacent text or the button's label. */
export function Icon({ name, small, className }: { name: IconName | IconPath; small?: boolean; className?: string }) {
  return (
    <svg
      className={classNames('flex-none', small ? 'size-3.5' : 'size-4.5', className)}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={PATHS[name as IconName] ?? name} />
    </svg>
  );
}
