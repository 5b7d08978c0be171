import { type CSSProperties, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { removeFromCollection, updateCollection } from '#client/features/resources/collections/own-api.ts';
import { useAppContext } from '#client/kit/data/app-context.ts';
import { invalidateAll, reload, update, useRead } from '#client/kit/data/query.ts';
import { IconButton } from '#client/ui/forms/icon-button.tsx';
import { hideIfFailed, hideOnError } from '#client/ui/media/hide-broken-image.ts';
import { textHue } from '#client/ui/media/text-hue.ts';
import { Message } from '#client/ui/overlay/message.tsx';
import { resourcePath } from '#contract/paths.ts';
import type { ResourceCard } from '#contract/resources/api.ts';
import { moved } from './collection-moves.ts';
import { collectionRead } from './collection-reads.ts';

type Direction = 'up' | 'down';

/** Resources of a collection, in order. They can be moved with buttons or by dragging, and removed with another button. */
export function CollectionOrder({ id }: { id: string }) {
  const context = useAppContext();
  const { transport } = context;
  const given = collectionRead(id);
  const { resources } = useRead(given);
  const [failure, setFailure] = useState<string | null>(null);
  const [said, setSaid] = useState('');
  const [dragged, setDragged] = useState<number | null>(null);
  const list = useRef<HTMLUListElement>(null);
  const pressed = useRef<{ id: string; direction: Direction } | null>(null);
  const newest = useRef<string[]>([]);
  const sending = useRef(Promise.resolve());

  const show = (next: ResourceCard[]): void => update(context, given, (known) => ({ ...known, resources: next }));

  const fail = async (error: unknown): Promise<void> => {
    setFailure((error as Error).message);
    await reload(context, given).catch(() => null);
  };

  // Saves changes of the row order one after another, so that the last change wins. Outdated changes are skipped.
  const saveOrder = (order: string[]): void => {
    newest.current = order;
    sending.current = sending.current.then(async () => {
      if (newest.current !== order) return;
      try {
        await updateCollection(transport, { params: { id }, body: { order } });
        invalidateAll(context);
      } catch (error) {
        await fail(error);
      }
    });
  };

  const move = (from: number, to: number): void => {
    const next = moved(resources, from, to);
    if (next === resources) return;
    setFailure(null);
    show(next);
    setSaid(`${resources[from]?.title} is now in position ${to + 1} of ${resources.length}.`);
    saveOrder(next.map((resource) => resource.id));
  };

  const remove = async ({ id: resourceId, title }: ResourceCard): Promise<void> => {
    setFailure(null);
    show(resources.filter((resource) => resource.id !== resourceId));
    setSaid(`${title} was removed.`);
    list.current?.focus();
    try {
      await removeFromCollection(transport, { params: { id, resourceId } });
      invalidateAll(context);
    } catch (error) {
      await fail(error);
    }
  };

  // Moving a row removes the focus from the clicked button. Restore it, or focus the opposite button if the row cannot move any
  // further.
  useEffect(() => {
    const last = pressed.current;
    if (!last) return;
    pressed.current = null;
    const row = [...(list.current?.children ?? [])][resources.findIndex((resource) => resource.id === last.id)];
    const enabled = [...(row?.querySelectorAll<HTMLButtonElement>('[data-move]:enabled') ?? [])];
    (enabled.find((button) => button.dataset.move === last.direction) ?? enabled[0])?.focus();
  }, [resources]);

  const mover = (index: number, direction: Direction, { id: resourceId, title }: ResourceCard) => {
    const to = direction === 'up' ? index - 1 : index + 1;
    return (
      <IconButton
        icon="chevron"
        className={direction === 'up' ? '[&>svg]:rotate-180' : undefined}
        label={`Move ${title} ${direction}`}
        data-move={direction}
        disabled={to < 0 || to >= resources.length}
        onClick={() => {
          pressed.current = { id: resourceId, direction };
          move(index, to);
        }}
      />
    );
  };

  return (
    <>
      {failure && (
        <Message tone="error" className="mb-3">
          {failure}
        </Message>
      )}
      <p className="sr-only" role="status">
        {said}
      </p>
      {resources.length === 0 && <p className="text-muted">This collection is empty.</p>}
      <ul ref={list} tabIndex={-1} aria-label="Asset order">
        {resources.map((resource, index) => (
          <li
            key={resource.id}
            draggable
            className="flex items-center gap-3 border-b border-line py-2 last:border-0"
            onDragStart={() => setDragged(index)}
            onDragOver={(event) => event.preventDefault()}
            onDrop={(event) => {
              event.preventDefault();
              if (dragged !== null) move(dragged, index);
            }}
            onDragEnd={() => setDragged(null)}
          >
            <span
              className="media media-blank aspect-video w-16 flex-none"
              style={{ '--h': textHue(resource.title) } as CSSProperties}
            >
              {resource.thumbnailUrl && (
                <img
                  src={resource.thumbnailUrl}
                  alt=""
                  loading="lazy"
                  draggable={false}
                  ref={hideIfFailed}
                  onError={hideOnError}
                />
              )}
            </span>
            <Link to={resourcePath(resource.id)} draggable={false} className="min-w-0 flex-1 truncate font-semibold">
              {resource.title}
            </Link>
            <span className="flex flex-none">
              {mover(index, 'up', resource)}
              {mover(index, 'down', resource)}
              <IconButton icon="close" label={`Remove ${resource.title}`} onClick={() => void remove(resource)} />
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}
