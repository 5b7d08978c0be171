import { useState } from 'react';
import { type Act, useAct } from '#client/kit/data/use-act.ts';

export type Editing<Row> = {
  act: Act;
  /** The row being edited, 'new' while creating one, otherwise null. */
  edited: Row | 'new' | null;
  setEdited(row: Row | 'new' | null): void;
  /** The row to delete once the user confirms. */
  doomed: Row | null;
  setDoomed(row: Row | null): void;
  /** Deletes the `doomed` row; `said` is the success message. */
  remove(send: () => Promise<unknown>, said: string): Promise<void>;
};

/** State of a list whose rows are created and edited in a dialog, and deleted after confirmation. `again` reloads the list. */
export function useEditing<Row>(again: () => Promise<unknown>): Editing<Row> {
  const act = useAct();
  const [edited, setEdited] = useState<Row | 'new' | null>(null);
  const [doomed, setDoomed] = useState<Row | null>(null);
  const remove = async (send: () => Promise<unknown>, said: string): Promise<void> => {
    if (!(await act.run(send, said))) return;
    setDoomed(null);
    await again();
  };
  return { act, edited, setEdited, doomed, setDoomed, remove };
}
