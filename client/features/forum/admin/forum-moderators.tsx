import { useRef } from 'react';
import { useAppContext } from '#client/kit/data/app-context.ts';
import { useAct } from '#client/kit/data/use-act.ts';
import { Button } from '#client/ui/forms/button.tsx';
import { IconButton } from '#client/ui/forms/icon-button.tsx';
import { Icon } from '#client/ui/icon.tsx';
import { Avatar } from '#client/ui/media/avatar.tsx';
import { Message } from '#client/ui/overlay/message.tsx';
import type { ManagedCategory } from '#contract/forum/categories.ts';
import { FORUM_MODERATORS_MAX } from '#contract/forum/limits.ts';
import { removeModerator } from './forum-api.ts';

/** The moderators of a category, with buttons to add and remove them. */
export function CategoryModerators({
  category: { id, name, moderators },
  onAdd,
  onChanged,
}: {
  category: ManagedCategory;
  /** Opens the form for a new moderator. */
  onAdd: () => void;
  onChanged: () => Promise<unknown>;
}) {
  const { transport } = useAppContext();
  const act = useAct();
  const add = useRef<HTMLButtonElement>(null);
  const remove = (userId: string, username: string): void =>
    void act
      .run(async () => {
        await removeModerator(transport, { params: { id, userId } });
        await onChanged();
      }, `${username} no longer moderates ${name}.`)
      // The pressed button has disappeared.
      .then((isRemoved) => isRemoved && add.current?.focus());
  return (
    <div className="grid gap-2 border-t border-line px-4 py-3">
      {act.failure && <Message tone="error">{act.failure}</Message>}
      <p role="status" className="sr-only">
        {act.done}
      </p>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p className="text-sm font-semibold">Moderators</p>
        {moderators.length === 0 ? (
          <p className="text-sm text-muted">Only administrators</p>
        ) : (
          <ul className="flex flex-wrap gap-x-3 gap-y-1" aria-label={`Moderators of ${name}`}>
            {moderators.map((moderator) => (
              <li key={moderator.id} className="flex min-w-0 items-center gap-1.5">
                <Avatar name={moderator.username} src={moderator.avatar} size={24} />
                <span className="wrap-anywhere">{moderator.username}</span>
                <IconButton
                  icon="close"
                  label={`Remove ${moderator.username} as a moderator of ${name}`}
                  size="sm"
                  idle={act.isBusy}
                  onClick={() => remove(moderator.id, moderator.username)}
                />
              </li>
            ))}
          </ul>
        )}
        <Button
          ref={add}
          size="sm"
          aria-label={`Add moderator to ${name}`}
          idle={moderators.length >= FORUM_MODERATORS_MAX}
          onClick={onAdd}
        >
          <Icon name="plus" small />
          Add moderator
        </Button>
      </div>
    </div>
  );
}
