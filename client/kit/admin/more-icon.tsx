import { Icon } from '#client/ui/icon.tsx';

/** Three dots, for a menu with further actions. */
export function MoreIcon() {
  return (
    <Icon name="M5 12.8a.8.8 0 1 0 0-1.6.8.8 0 0 0 0 1.6Zm7 0a.8.8 0 1 0 0-1.6.8.8 0 0 0 0 1.6Zm7 0a.8.8 0 1 0 0-1.6.8.8 0 0 0 0 1.6Z" />
  );
}
