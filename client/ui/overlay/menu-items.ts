import type { IconName } from '#client/ui/icon.tsx';

/** A menu item: a link if `to` is given, otherwise a button that calls `onSelect`. */
export type MenuItem = {
  label: string;
  icon?: IconName;
  danger?: boolean;
  disabled?: boolean;
  /** For radio items: whether this one is selected. */
  checked?: boolean;
} & ({ to: string; onSelect?: undefined } | { to?: undefined; onSelect: () => void });
