import { getDiscussions, getRelated } from '#client/features/resources/shelves-api.ts';
import type { AppContext } from '#client/kit/data/app-context.ts';
import { load, read, useLoaded } from '#client/kit/data/query.ts';
import { useAuth } from '#client/kit/session.tsx';
import { laterPart } from '#client/ui/later-part.tsx';
import type { Resource } from '#contract/resources/api.ts';

const relatedRead = (id: string) => read(getRelated, { params: { id } });
const discussionsRead = (id: string) => read(getDiscussions, { params: { id } });

/** The shelves are at the end of long pages. */
const ShelfList = laterPart(() => import('./shelf-list.tsx').then((file) => file.ShelfList));

/** Loads what the shelves show. If that fails, the page is shown without them. */
export async function loadShelves(context: AppContext, id: string): Promise<void> {
  await Promise.all([
    load(context, relatedRead(id)).catch(() => null),
    load(context, discussionsRead(id)).catch(() => null),
    ShelfList.preload(),
  ]);
}

/** Below an asset: more by its creator, similar assets, and threads about it. The page loads them with `loadShelves`. */
export function Shelves({ resource }: { resource: Resource }) {
  const related = useLoaded(relatedRead(resource.id));
  const discussions = useLoaded(discussionsRead(resource.id));
  const { session } = useAuth();
  if (!related || !discussions) return null;
  return (
    <ShelfList
      resource={resource}
      {...related}
      threads={discussions.threads}
      askIn={session.user?.username === resource.author ? null : discussions.askIn}
      guest={session.state === 'signed-out'}
    />
  );
}
