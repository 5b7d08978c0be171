import type { ReactNode } from 'react';
import { Button } from '#client/ui/forms/button.tsx';
import { IconButton } from '#client/ui/forms/icon-button.tsx';
import { Icon } from '#client/ui/icon.tsx';
import { ConfirmWindow } from '#client/ui/overlay/confirm-window.tsx';
import { Message } from '#client/ui/overlay/message.tsx';
import type { Column } from '#client/ui/table/data-table.tsx';
import { SettingsBlock } from './settings-block.tsx';
import type { Editing } from './use-editing.ts';

/** Column with a row's action buttons. Their labels include the row's name. `pausing` adds a pause/resume button. */
export function actsColumn<Row>(
  nameOf: (row: Row) => string,
  { act, setEdited, setDoomed }: Editing<Row>,
  pausing?: { isActive(row: Row): boolean; onPause(row: Row): void },
): Column<Row> {
  return {
    key: 'acts',
    header: 'Actions',
    hideHeader: true,
    align: 'end',
    cell: (row) => (
      <span className="flex justify-end">
        <IconButton icon="edit" label={`Edit ${nameOf(row)}`} size="sm" onClick={() => setEdited(row)} />
        {pausing && (
          <IconButton
            icon={pausing.isActive(row) ? 'pause' : 'play'}
            label={`${pausing.isActive(row) ? 'Pause' : 'Resume'} ${nameOf(row)}`}
            size="sm"
            idle={act.isBusy}
            onClick={() => pausing.onPause(row)}
          />
        )}
        <IconButton icon="trash" label={`Delete ${nameOf(row)}`} size="sm" onClick={() => setDoomed(row)} />
      </span>
    ),
  };
}

/** Settings section for a list of rows (useEditing): add button, list, and edit and delete dialogs. */
export function EditableBlock<Row>({
  title,
  about,
  add,
  isFull,
  editing: { act, edited, setEdited, doomed, setDoomed },
  preload,
  windowOf,
  questionOf,
  onDelete,
  children,
}: {
  title: string;
  about: string;
  /** Label of the add button. */
  add: string;
  isFull: boolean;
  editing: Editing<Row>;
  /** Preloads the edit dialog's code. */
  preload: () => unknown;
  /** Renders the edit dialog for a row; null for a new row. */
  windowOf: (row: Row | null) => ReactNode;
  /** Text of the confirmation shown before a row is deleted. */
  questionOf: (row: Row) => { title: string; consequence: string };
  onDelete: (row: Row) => void;
  children: ReactNode;
}) {
  return (
    <SettingsBlock
      title={title}
      about={about}
      aside={
        <Button size="sm" idle={isFull} onClick={() => setEdited('new')} onFocus={preload}>
          <Icon name="plus" small />
          {add}
        </Button>
      }
    >
      <div className="grid gap-3">
        {act.failure && !doomed && <Message tone="error">{act.failure}</Message>}
        {act.done && <Message tone="success">{act.done}</Message>}
        {children}
      </div>
      {edited && windowOf(edited === 'new' ? null : edited)}
      {doomed && (
        <ConfirmWindow
          {...questionOf(doomed)}
          action="Delete"
          isBusy={act.isBusy}
          failure={act.failure}
          onConfirm={() => onDelete(doomed)}
          onClose={() => setDoomed(null)}
        />
      )}
    </SettingsBlock>
  );
}
