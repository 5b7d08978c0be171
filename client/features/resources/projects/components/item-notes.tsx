import { useRef, useState } from 'react';
import { noteProjectItem } from '#client/features/resources/projects/own-api.ts';
import { useAppContext } from '#client/kit/data/app-context.ts';
import { Select } from '#client/ui/forms/select.tsx';
import { TextArea } from '#client/ui/forms/text-field.tsx';
import { PROJECT_NOTE_MAX_CHARACTERS } from '#contract/resources/limits.ts';
import type { ProjectItem } from '#contract/resources/projects.ts';

type Change = { note: string } | { status: ProjectItem['status'] };

/** The owner's note and status of an asset. A status is saved when it's chosen, a note when its field is left. */
export function ItemNotes({
  collectionId,
  item,
  labels,
  onChange,
}: {
  collectionId: string;
  item: ProjectItem;
  labels: Record<ProjectItem['status'], string>;
  onChange(change: Change): void;
}) {
  const { transport } = useAppContext();
  const [failure, setFailure] = useState<string | null>(null);
  // Saved one after the other, so that the last change wins.
  const sending = useRef(Promise.resolve());
  // A status that could not be saved is undone; a note stays in its field, which saves it again when it is left.
  const save = (change: Change): void => {
    const { status } = item;
    onChange(change);
    setFailure(null);
    sending.current = sending.current.then(async () => {
      try {
        const params = { id: collectionId, resourceId: item.id };
        await noteProjectItem(transport, { params, body: change });
      } catch (error) {
        if ('status' in change) onChange({ status });
        setFailure((error as Error).message);
      }
    });
  };
  return (
    <div className="grid gap-3 sm:grid-cols-[9rem_minmax(0,1fr)] on-screen">
      <Select
        label="Status"
        aria-label={`Status of ${item.title}`}
        value={item.status}
        options={Object.entries(labels).map(([value, label]) => ({ value, label }))}
        onValueChange={(value) => save({ status: value as ProjectItem['status'] })}
      />
      <TextArea
        label="Note"
        aria-label={`Note for ${item.title}`}
        rows={1}
        maxLength={PROJECT_NOTE_MAX_CHARACTERS}
        defaultValue={item.note}
        error={failure}
        onBlur={({ currentTarget: { value } }) => {
          if (value !== item.note || failure) save({ note: value });
        }}
      />
    </div>
  );
}
