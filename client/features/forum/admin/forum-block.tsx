import { useRef, useState } from 'react';
import { useAppContext } from '#client/kit/data/app-context.ts';
import { invalidateAll, read, reload } from '#client/kit/data/query.ts';
import { useAct } from '#client/kit/data/use-act.ts';
import { Loaded } from '#client/kit/settings/loaded.tsx';
import { SettingsBlock } from '#client/kit/settings/settings-block.tsx';
import { Button } from '#client/ui/forms/button.tsx';
import { Icon } from '#client/ui/icon.tsx';
import { lazyPart } from '#client/ui/lazy-part.tsx';
import { Message } from '#client/ui/overlay/message.tsx';
import type { ManagedCategory } from '#contract/forum/categories.ts';
import { FORUM_CATEGORIES_MAX } from '#contract/forum/limits.ts';
import { changeCategory, changeSubcategory, listManagedCategories } from './forum-api.ts';
import { CategoryModerators } from './forum-moderators.tsx';
import type { EditedPlace } from './forum-place-dialog.tsx';
import { type Place, PlaceRow } from './forum-place-row.tsx';
import { useForumOrder } from './use-forum-order.ts';

const forumRead = read(listManagedCategories, {});

const PlaceDialog = lazyPart(() => import('./forum-place-dialog.tsx').then((file) => file.PlaceDialog), {
  leave: ({ onClose }) => onClose(),
});

const ModeratorDialog = lazyPart(() => import('./forum-moderator-dialog.tsx').then((file) => file.ModeratorDialog), {
  leave: ({ onClose }) => onClose(),
});

type Acts = {
  isBusy: boolean;
  onMove: (id: string, by: -1 | 1) => void;
  onEdit: (edited: EditedPlace) => void;
  onArchive: (place: Place) => void;
  onAddModerator: (category: ManagedCategory) => void;
  onModeratorsChanged: () => Promise<unknown>;
};

/** A category with its subcategories, in display order. */
const CategoryPart = ({
  category,
  ends,
  acts: { isBusy, onMove, onEdit, onArchive, onAddModerator, onModeratorsChanged },
}: {
  category: ManagedCategory;
  /** Whether the category is the first or the last one. */
  ends: { isFirst: boolean; isLast: boolean };
  acts: Acts;
}) => {
  const { subCategories } = category;
  return (
    <li className="panel">
      <PlaceRow
        place={{ kind: 'category', category }}
        ends={ends}
        isBusy={isBusy}
        onMove={onMove}
        onEdit={() => onEdit({ kind: 'category', category })}
        onArchive={onArchive}
      />
      {subCategories.length > 0 && (
        <ol aria-label={`Subcategories of ${category.name}`}>
          {subCategories.map((subcategory, index) => (
            <li key={subcategory.id} className="border-t border-line">
              <PlaceRow
                place={{ kind: 'subcategory', category, subcategory }}
                ends={{ isFirst: index === 0, isLast: index === subCategories.length - 1 }}
                isBusy={isBusy}
                onMove={onMove}
                onEdit={() => onEdit({ kind: 'subcategory', category, subcategory })}
                onArchive={onArchive}
              />
            </li>
          ))}
        </ol>
      )}
      <CategoryModerators category={category} onAdd={() => onAddModerator(category)} onChanged={onModeratorsChanged} />
      <div className="border-t border-line px-4 py-3">
        <Button
          size="sm"
          aria-label={`Add subcategory to ${category.name}`}
          idle={subCategories.length >= FORUM_CATEGORIES_MAX}
          onClick={() => onEdit({ kind: 'subcategory', category, subcategory: null })}
          onFocus={PlaceDialog.preload}
        >
          <Icon name="plus" small />
          Add subcategory
        </Button>
      </div>
    </li>
  );
};

const Categories = ({ categories }: { categories: readonly ManagedCategory[] }) => {
  const context = useAppContext();
  const act = useAct();
  const box = useRef<HTMLDivElement>(null);
  const order = useForumOrder(forumRead, box);
  const [edited, setEdited] = useState<EditedPlace | null>(null);
  const [staffed, setStaffed] = useState<ManagedCategory | null>(null);

  // The change has been saved. If reloading fails, the list is loaded the next time the page opens.
  const again = () => {
    invalidateAll(context);
    return reload(context, forumRead).catch(() => null);
  };
  const archive = (place: Place): void => {
    const { id, name, archivedAt } = place.kind === 'category' ? place.category : place.subcategory;
    const call = place.kind === 'category' ? changeCategory : changeSubcategory;
    const isArchived = archivedAt === null;
    const said = isArchived ? `'${name}' is archived. It can still be read.` : `'${name}' is no longer archived.`;
    void act.run(async () => {
      await call(context.transport, { params: { id }, body: { isArchived } });
      await again();
    }, said);
  };
  const acts: Acts = {
    isBusy: act.isBusy,
    onMove: order.move,
    onEdit: setEdited,
    onArchive: archive,
    onAddModerator: setStaffed,
    onModeratorsChanged: again,
  };
  const failure = act.failure ?? order.failure;

  return (
    <SettingsBlock
      title="Forum"
      about="Forum categories, in display order. Archived categories are unlisted and read-only."
      aside={
        <Button
          size="sm"
          idle={categories.length >= FORUM_CATEGORIES_MAX}
          onClick={() => setEdited({ kind: 'category', category: null })}
          onFocus={PlaceDialog.preload}
        >
          <Icon name="plus" small />
          Add forum category
        </Button>
      }
    >
      <div ref={box} className="grid gap-3">
        {failure && <Message tone="error">{failure}</Message>}
        {act.done && <Message tone="success">{act.done}</Message>}
        <p role="status" className="sr-only">
          {order.said}
        </p>
        {categories.length === 0 ? (
          <p className="text-muted">No categories yet. Add one to open the community.</p>
        ) : (
          <ol className="grid gap-4" aria-label="Forum categories">
            {categories.map((category, index) => (
              <CategoryPart
                key={category.id}
                category={category}
                ends={{ isFirst: index === 0, isLast: index === categories.length - 1 }}
                acts={acts}
              />
            ))}
          </ol>
        )}
      </div>
      {edited && (
        <PlaceDialog
          edited={edited}
          onSaved={() => {
            setEdited(null);
            void again();
          }}
          onClose={() => setEdited(null)}
        />
      )}
      {staffed && (
        <ModeratorDialog
          category={staffed}
          onSaved={() => {
            setStaffed(null);
            void again();
          }}
          onClose={() => setStaffed(null)}
        />
      )}
    </SettingsBlock>
  );
};

/** Settings block for the forum's categories and subcategories (product.md CO-1). */
export function ForumBlock() {
  return <Loaded of={forumRead}>{(categories) => <Categories categories={categories} />}</Loaded>;
}
