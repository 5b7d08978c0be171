import { useState } from 'react';
import { useNavigate } from 'react-router';
import { deleteCollection, updateCollection } from '#client/features/resources/collections/own-api.ts';
import { useAppContext } from '#client/kit/data/app-context.ts';
import { invalidateAll, update, useRead } from '#client/kit/data/query.ts';
import { Button } from '#client/ui/forms/button.tsx';
import { Dialog } from '#client/ui/overlay/dialog.tsx';
import { Message } from '#client/ui/overlay/message.tsx';
import { showToast } from '#client/ui/overlay/toast-queue.ts';
import { Panel } from '#client/ui/panel.tsx';
import { profilePath } from '#contract/paths.ts';
import { CollectionForm } from './collection-form.tsx';
import { CollectionOrder } from './collection-order.tsx';
import { collectionRead } from './collection-reads.ts';
import { OpenProject } from './open-project.tsx';

/** Delete button with a confirmation dialog. */
const DeleteCollection = ({ id, name, owner }: { id: string; name: string; owner: string }) => {
  const context = useAppContext();
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const remove = async (): Promise<void> => {
    setBusy(true);
    setFailure(null);
    try {
      await deleteCollection(context.transport, { params: { id } });
      invalidateAll(context);
      await navigate(`${profilePath(owner)}?tab=collections`, { replace: true });
      showToast({ tone: 'success', text: `${name} was deleted.` });
    } catch (error) {
      setFailure((error as Error).message);
      setBusy(false);
    }
  };
  return (
    <>
      <Button variant="danger" onClick={() => setAsking(true)}>
        Delete collection
      </Button>
      <Dialog
        open={asking}
        onOpenChange={setAsking}
        title="Delete this collection?"
        description={`This permanently deletes ${name}. Its assets stay on the site.`}
        actions={
          <>
            <Button onClick={() => setAsking(false)}>Cancel</Button>
            <Button variant="danger" busy={busy} onClick={() => void remove()}>
              Delete
            </Button>
          </>
        }
      >
        {failure && <Message tone="error">{failure}</Message>}
      </Dialog>
    </>
  );
};

/** The owner's editing tools, shown instead of the cards. */
export function CollectionEditor({ id }: { id: string }) {
  const context = useAppContext();
  const collection = useRead(collectionRead(id));
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5 md:grid-cols-[minmax(0,1fr)_22.5rem] md:items-start md:gap-9">
      <Panel title="Resources" className="max-md:order-2">
        <CollectionOrder id={id} />
      </Panel>
      <div className="grid gap-5">
        <Panel title="Details">
          <CollectionForm
            collection={collection}
            submitLabel="Save changes"
            send={async (words) => {
              const told = await updateCollection(context.transport, { params: { id }, body: words });
              invalidateAll(context);
              update(context, collectionRead(id), (known) => ({ ...known, ...told }));
              showToast({ tone: 'success', text: 'Your changes were saved.' });
            }}
          />
        </Panel>
        <OpenProject id={id} projectKey={collection.project} />
        <div>
          <DeleteCollection id={id} name={collection.name} owner={collection.owner} />
        </div>
      </div>
    </div>
  );
}
