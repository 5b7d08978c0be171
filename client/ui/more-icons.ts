// Icons that only pages for logged-in users show, so that other pages don't load them.
import type { IconPath } from './icon.tsx';

export const CALENDAR: IconPath = 'M4 5h16v16H4ZM4 10h16M8 3v4m8-4v4';
export const COMMAND: IconPath = 'M9 6a3 3 0 1 0-3 3h12a3 3 0 1 0-3-3v12a3 3 0 1 0 3-3H6a3 3 0 1 0 3 3Z';
export const GEAR: IconPath =
  'M12 15.2a3.2 3.2 0 1 0 0-6.4 3.2 3.2 0 0 0 0 6.4ZM12 3v3m0 12v3m9-9h-3M6 12H3m15.4-6.4-2.2 2.2M7.8 16.2l-2.2 2.2m12.8 0-2.2-2.2M7.8 7.8 5.6 5.6';
