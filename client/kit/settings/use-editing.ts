import { useState } from 'react';
import { type Act, useAct } from '#client/kit/data/use-act.ts';

export type Editing<Row> = {
  act: Act;
  /** Null while none is edited, 'new' for one that does not exist yet. */
  edited: Row | 'new' | null;
  setEdited(row: Row | 'new' | null): void;
  /** What is asked about before it goes. */
  doomed: Row | null;
  setDoomed(row: Row | null): void;
  /** Deletes what was asked about; `said` is told when it has gone. */
  remove(send: () => Promise<unknown>, said: string): Promise<void>;
};

/** A list whose rows are made and changed in a window, and deleted after a question. `again` asks for the list anew. */
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
