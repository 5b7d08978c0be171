import type { IconName } from './icon.tsx';

/** One line of a menu: with `to` a link, else a press that calls `onSelect`. */
export type MenuItem = {
  label: string;
  icon?: IconName;
  danger?: boolean;
  disabled?: boolean;
} & ({ to: string; onSelect?: undefined } | { to?: undefined; onSelect: () => void });
