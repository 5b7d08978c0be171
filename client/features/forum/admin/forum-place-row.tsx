import { Badge } from '#client/ui/badge.tsx';
import { IconButton } from '#client/ui/forms/icon-button.tsx';
import { Icon } from '#client/ui/icon.tsx';
import type { ManagedCategory, ManagedSubcategory } from '#contract/forum/categories.ts';
import { COMMUNITY_PATH, subcategoryPath } from '#contract/paths.ts';
import { countsOf } from './forum-labels.ts';

export type Place =
  | { kind: 'category'; category: ManagedCategory }
  | { kind: 'subcategory'; category: ManagedCategory; subcategory: ManagedSubcategory };

const addressOf = (place: Place): string =>
  place.kind === 'category'
    ? `${COMMUNITY_PATH}/${place.category.slug}/`
    : subcategoryPath({ category: place.category, subCategory: place.subcategory });

/** A category or subcategory, with its actions. */
export function PlaceRow({
  place,
  ends: { isFirst, isLast },
  isBusy,
  onMove,
  onEdit,
  onArchive,
}: {
  place: Place;
  ends: { isFirst: boolean; isLast: boolean };
  isBusy: boolean;
  onMove: (id: string, by: -1 | 1) => void;
  onEdit: () => void;
  onArchive: (place: Place) => void;
}) {
  const isCategory = place.kind === 'category';
  const { id, name, icon, archivedAt } = isCategory ? place.category : place.subcategory;
  const isArchived = archivedAt !== null;
  const mover = (by: -1 | 1, isEnd: boolean) => (
    <IconButton
      icon="chevron"
      label={`Move ${name} ${by < 0 ? 'up' : 'down'}`}
      size="sm"
      className={by < 0 ? 'rotate-180' : undefined}
      data-move={`${id} ${by}`}
      idle={isEnd}
      onClick={() => onMove(id, by)}
    />
  );
  return (
    <div className="flex flex-wrap items-start gap-x-3 gap-y-1 px-4 py-3">
      <Icon name={icon} className="mt-1 text-muted" />
      <div className="min-w-0 flex-1 basis-52">
        <div className="flex flex-wrap items-center gap-2">
          {isCategory ? (
            <h3 className="display text-h3 wrap-anywhere">{name}</h3>
          ) : (
            <p className="font-semibold wrap-anywhere">{name}</p>
          )}
          {isArchived && <Badge tone="muted">Archived</Badge>}
        </div>
        {!isCategory && place.subcategory.description && (
          <p className="text-sm wrap-anywhere">{place.subcategory.description}</p>
        )}
        <p className="flex flex-wrap gap-x-3 text-sm text-muted">
          <span className="mono wrap-anywhere">{addressOf(place)}</span>
          {!isCategory && <span>{countsOf(place.subcategory)}</span>}
        </p>
      </div>
      <div className="flex">
        {mover(-1, isFirst)}
        {mover(1, isLast)}
        <IconButton icon="edit" label={`Edit ${name}`} size="sm" onClick={onEdit} />
        <IconButton
          icon={isArchived ? 'refresh' : 'archive'}
          label={`${isArchived ? 'Restore' : 'Archive'} ${name}`}
          size="sm"
          idle={isBusy}
          onClick={() => onArchive(place)}
        />
      </div>
    </div>
  );
}
