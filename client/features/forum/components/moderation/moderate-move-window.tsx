import { useState } from 'react';
import { categoriesRead } from '#client/features/forum/forum-reads.ts';
import { useAppContext } from '#client/kit/data/app-context.ts';
import { useAct } from '#client/kit/data/use-act.ts';
import { useAuth } from '#client/kit/session.tsx';
import { Loaded } from '#client/kit/settings/loaded.tsx';
import { Select } from '#client/ui/forms/select.tsx';
import type { Account } from '#contract/accounts/api.ts';
import type { Category, ThreadPage } from '#contract/forum/api.ts';
import { threadPath } from '#contract/paths.ts';
import { moveThread } from './moderate-calls.ts';
import { ModerationWindow } from './moderate-reason-window.tsx';

/** The subcategories that a person may move a thread to, except the one that it is in. */
const placesFor = (categories: readonly Category[], person: Account | null, thread: ThreadPage) =>
  categories
    .filter(({ moderators }) => person?.role === 'ADMIN' || (person !== null && moderators.includes(person.username)))
    .flatMap((category) => category.subCategories.map((subCategory) => ({ category, subCategory })))
    .filter(({ subCategory }) => subCategory.id !== thread.categoryId);

const MoveForm = ({
  categories,
  thread,
  onMoved,
  onClose,
}: Parameters<typeof MoveWindow>[0] & { categories: readonly Category[] }) => {
  const { transport } = useAppContext();
  const { session } = useAuth();
  const act = useAct();
  const places = placesFor(categories, session.user, thread);
  const [chosen, setChosen] = useState(places[0]?.subCategory.id ?? '');
  const move = (reason: string): void => {
    const place = places.find(({ subCategory }) => subCategory.id === chosen);
    if (!place) return;
    void act.run(async () => {
      await moveThread(transport, { params: { id: thread.id }, body: { subcategoryId: chosen, reason } });
      onMoved(threadPath(place, thread.id));
    });
  };
  return (
    <ModerationWindow
      title="Move this thread"
      consequence="Links to the thread keep working. It is no longer pinned."
      action="Move"
      isBusy={act.isBusy}
      failure={places.length === 0 ? 'You moderate no other part of the forum.' : act.failure}
      onSend={move}
      onClose={onClose}
    >
      <Select
        label="Move to"
        value={chosen}
        options={places.map(({ category, subCategory }) => ({
          value: subCategory.id,
          label: `${category.name}: ${subCategory.name}`,
        }))}
        onValueChange={setChosen}
      />
    </ModerationWindow>
  );
};

/** Dialog that moves a thread to another subcategory. Load it with `lazyPart`. */
export function MoveWindow(props: {
  thread: ThreadPage;
  /** Called with the thread's new path. */
  onMoved: (path: string) => void;
  onClose: () => void;
}) {
  return <Loaded of={categoriesRead}>{(categories) => <MoveForm {...props} categories={categories} />}</Loaded>;
}
