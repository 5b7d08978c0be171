import type { IconName } from '#client/ui/icon.tsx';

/** One line of a menu: with `to` a link, else a press that calls `onSelect`. */
export type MenuItem = {
  label: string;
  icon?: IconName;
  danger?: boolean;
  disabled?: boolean;
  /** Given for one of several choices: whether it is the one that holds. */
  checked?: boolean;
} & ({ to: string; onSelect?: undefined } | { to?: undefined; onSelect: () => void });
