import { createCollection } from '#client/features/resources/collections/own-api.ts';
import { useAppContext } from '#client/kit/data/app-context.ts';
import { invalidateAll, reload } from '#client/kit/data/query.ts';
import { Dialog } from '#client/ui/overlay/dialog.tsx';
import { CollectionForm } from './collection-form.tsx';
import { collectionsRead } from './collection-reads.ts';

/** Dialog that creates an empty collection, which is then shown in its owner's list. */
export function NewCollectionDialog({
  username,
  open,
  onOpenChange,
}: {
  username: string;
  open: boolean;
  onOpenChange(open: boolean): void;
}) {
  const context = useAppContext();
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="New collection">
      <CollectionForm
        submitLabel="Create collection"
        onCancel={() => onOpenChange(false)}
        send={async (words) => {
          await createCollection(context.transport, { body: words });
          invalidateAll(context);
          // The updated list shows the new collection. If reloading fails, the collection appears when the list is next loaded.
          await reload(context, collectionsRead(username)).catch(() => null);
          onOpenChange(false);
        }}
      />
    </Dialog>
  );
}
