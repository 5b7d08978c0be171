import { ResourceGrid } from '#client/features/resources/components/resource-grid.tsx';
import { useRead } from '#client/kit/data/query.ts';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { CollectionCard } from './collection-card.tsx';
import { collectionsRead } from './collection-reads.ts';
import { NewCollection } from './new-collection.tsx';

/**
 * The Collections tab of a profile. It lists the public collections. The owner also sees private collections and a button for
 * creating one.
 */
export function CollectionList({ username, isOwn }: { username: string; isOwn: boolean }) {
  const collections = useRead(collectionsRead(username));
  if (collections.length === 0) {
    return (
      <EmptyState title="No collections yet" actions={isOwn && <NewCollection username={username} />}>
        {isOwn ? 'Group assets for yourself or to share with others.' : 'Public collections will show up here.'}
      </EmptyState>
    );
  }
  return (
    <>
      {isOwn && (
        <div className="mb-6">
          <NewCollection username={username} />
        </div>
      )}
      <ResourceGrid>
        {collections.map((collection) => (
          <li key={collection.id} className="min-w-0">
            <CollectionCard collection={collection} />
          </li>
        ))}
      </ResourceGrid>
    </>
  );
}
