import type { IconName, IconPath } from '#client/ui/icon.tsx';

/** A menu item: a link if `to` is given, otherwise a button that calls `onSelect`. */
export type MenuItem = {
  label: string;
  icon?: IconName | IconPath;
  danger?: boolean;
  disabled?: boolean;
  /** Whether the item is selected. If set, it is a radio item. */
  checked?: boolean;
} & ({ to: string; onSelect?: undefined } | { to?: undefined; onSelect: () => void });
