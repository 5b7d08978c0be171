import { useEffect, useRef, useState } from 'react';
import {
  addToCollection,
  createCollection,
  listOwnCollections,
  removeFromCollection,
} from '#client/features/resources/collections/own-api.ts';
import { useAppContext } from '#client/kit/data/app-context.ts';
import { invalidateAll, read, reload, update, useLoaded } from '#client/kit/data/query.ts';
import { Button } from '#client/ui/forms/button.tsx';
import { Icon } from '#client/ui/icon.tsx';
import { Dialog } from '#client/ui/overlay/dialog.tsx';
import { Message } from '#client/ui/overlay/message.tsx';
import type { ReplyOf } from '#contract/http.ts';
import type { listOwnCollections as contract } from '#contract/resources/collections.ts';
import { CollectionForm } from './collection-form.tsx';

type OwnCollection = ReplyOf<typeof contract>[number];

const Row = ({ collection, onChange }: { collection: OwnCollection; onChange(holds: boolean): void }) => {
  const { name, items, isPublic, holds } = collection;
  return (
    <li className="border-b border-line last:border-0">
      <label className="flex min-h-12 cursor-pointer items-center gap-3">
        <span className="check">
          <input
            type="checkbox"
            autoComplete="off"
            checked={holds}
            onChange={(event) => onChange(event.target.checked)}
          />
        </span>
        <span className="min-w-0 flex-1 wrap-anywhere">{name}</span>
        {!isPublic && (
          <span className="text-muted">
            <Icon name="lock" small />
            <span className="sr-only">Private</span>
          </span>
        )}
        <span className="mono text-sm text-muted">
          {items}
          <span className="sr-only"> {items === 1 ? 'resource' : 'resources'}</span>
        </span>
      </label>
    </li>
  );
};

/** The user's collections, showing which of them contain the resource, with a button for a new collection. */
export function CollectionPicker({
  resourceId,
  open,
  onOpenChange,
}: {
  resourceId: string;
  open: boolean;
  onOpenChange(open: boolean): void;
}) {
  const context = useAppContext();
  const { transport } = context;
  const ownRead = read(listOwnCollections, { query: { resource: resourceId } });
  const own = useLoaded(ownRead);
  const [isLoaded, setLoaded] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [making, setMaking] = useState(false);
  const sending = useRef(new Set<string>());

  const fetchOwn = async (): Promise<void> => {
    setFailure(null);
    try {
      await reload(context, ownRead);
      setLoaded(true);
    } catch (error) {
      setFailure((error as Error).message);
    }
  };
  const fetchOnce = useRef(fetchOwn);
  useEffect(() => void fetchOnce.current(), []);

  const change = (id: string, changed: (collection: OwnCollection) => OwnCollection): void =>
    update(context, ownRead, (list) => list.map((one) => (one.id === id ? changed(one) : one)));

  const put = async (id: string, holds: boolean): Promise<void> => {
    // Ignore further clicks while a change is being saved.
    if (sending.current.has(id)) return;
    sending.current.add(id);
    setFailure(null);
    change(id, (one) => ({ ...one, holds }));
    try {
      const call = holds ? addToCollection : removeFromCollection;
      const told = await call(transport, { params: { id, resourceId } });
      invalidateAll(context);
      change(id, () => ({ ...told, holds }));
    } catch (error) {
      change(id, (one) => ({ ...one, holds: !holds }));
      setFailure((error as Error).message);
    } finally {
      sending.current.delete(id);
    }
  };

  const list = isLoaded ? own : undefined;
  const isMaking = making || list?.length === 0;
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Add to collection"
      description={list?.length === 0 ? 'You have no collections yet. This will be your first.' : undefined}
      actions={
        list &&
        !isMaking && (
          <>
            <Button onClick={() => setMaking(true)}>
              <Icon name="plus" />
              New collection
            </Button>
            <Button variant="solid" onClick={() => onOpenChange(false)}>
              Done
            </Button>
          </>
        )
      }
    >
      {failure && (
        <Message tone="error" className="mb-3">
          {failure}
        </Message>
      )}
      {!list && !failure && <p className="text-muted">Loading your collections</p>}
      {!list && failure && <Button onClick={() => void fetchOwn()}>Try again</Button>}
      {list && list.length > 0 && !isMaking && (
        <ul aria-label="Your collections">
          {list.map((collection) => (
            <Row key={collection.id} collection={collection} onChange={(holds) => void put(collection.id, holds)} />
          ))}
        </ul>
      )}
      {list && isMaking && (
        <CollectionForm
          submitLabel="Create and add"
          onCancel={list.length > 0 ? () => setMaking(false) : undefined}
          send={async (words) => {
            const made = await createCollection(transport, { body: { ...words, resourceId } });
            invalidateAll(context);
            update(context, ownRead, (known) => [...known, { ...made, holds: true }]);
            setMaking(false);
          }}
        />
      )}
    </Dialog>
  );
}
