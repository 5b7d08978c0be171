import { Icon } from '#client/ui/icon.tsx';
import { compactNumber } from './compact-number.ts';

const ICONS = { likes: 'heart', downloads: 'download', views: 'eye' } as const;

/** Icon and number on a card, with text for screen readers that says what it counts. */
export function Count({ name, value }: { name: keyof typeof ICONS; value: number }) {
  return (
    <span className="flex items-center gap-1">
      <Icon name={ICONS[name]} small />
      {compactNumber(value)}
      <span className="sr-only"> {name}</span>
    </span>
  );
}
