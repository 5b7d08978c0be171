// A settings list that is edited row by row and saved as a whole, including its order.
import { useEffect, useState } from 'react';
import { CallError } from '#client/kit/data/call.ts';
import { useAuth } from '#client/kit/session.tsx';
import { describeFailure, useSavedNote } from './use-settings-form.ts';

export type RowValues = Record<string, string>;
export type Row = { key: number; values: RowValues; isStored: boolean };

export type Rows = {
  rows: Row[];
  add(): void;
  remove(key: number): void;
  /** Moves a row up (-1) or down (1). */
  move(key: number, by: -1 | 1): void;
  change(key: number, column: string, value: string): void;
  save(): Promise<void>;
  isBusy: boolean;
  isSaved: boolean;
  /** Error that does not belong to a single field. */
  failure: string | null;
  /** The server's error message for a field. */
  errorOf(index: number, column: string): string | undefined;
};

let nextKey = 0;
const rowsOf = (values: readonly RowValues[]): Row[] =>
  values.map((each) => {
    nextKey += 1;
    return { key: nextKey, values: each, isStored: true };
  });

/**
 * The server's errors for one setting. Field names look like `testimonials.0.text`, or `premiumBenefits.0` for a list of strings.
 */
const complaintsOf = (error: unknown, setting: string): Record<string, string> =>
  error instanceof CallError
    ? Object.fromEntries(
        Object.entries(error.fields)
          .filter(([name]) => name.startsWith(`${setting}.`))
          .map(([name, sentence]) => [name.slice(setting.length + 1), sentence]),
      )
    : {};

/**
 * State of a settings list that is edited row by row and saved as a whole.
 * @param setting name of the setting in the server's field errors
 * @param columns names of a row's fields
 * @param save sends all rows and resolves to the rows as stored
 */
export function useRows(
  setting: string,
  columns: readonly string[],
  stored: readonly RowValues[],
  save: (values: RowValues[]) => Promise<readonly RowValues[]>,
): Rows {
  const { holdTyped } = useAuth();
  const [rows, setRows] = useState(() => rowsOf(stored));
  const [isBusy, setBusy] = useState(false);
  const [isDone, setDone] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [complaints, setComplaints] = useState<Record<string, string>>({});
  const values = rows.map((row) => row.values);
  const isDirty = JSON.stringify(values) !== JSON.stringify(stored);
  useEffect(() => (isDirty ? holdTyped() : undefined), [isDirty, holdTyped]);

  const edit = (next: (now: Row[]) => Row[]): void => {
    setRows(next);
    setDone(false);
    setFailure(null);
    setComplaints({});
  };

  return {
    rows,
    add: () =>
      edit((now) => [
        ...now,
        ...rowsOf([Object.fromEntries(columns.map((column) => [column, '']))]).map((row) => ({
          ...row,
          isStored: false,
        })),
      ]),
    remove: (key) => edit((now) => now.filter((row) => row.key !== key)),
    move: (key, by) =>
      edit((now) => {
        const from = now.findIndex((row) => row.key === key);
        const other = now[from + by];
        if (!other) return now;
        return now.map((row, index) => (index === from ? other : index === from + by ? (now[from] ?? row) : row));
      }),
    change: (key, column, value) =>
      edit((now) => now.map((row) => (row.key === key ? { ...row, values: { ...row.values, [column]: value } } : row))),
    save: async () => {
      setBusy(true);
      setDone(false);
      setFailure(null);
      setComplaints({});
      try {
        const saved = rowsOf(await save(values));
        // Keep the row keys, so that a focused field keeps the focus.
        setRows((now) => saved.map((row, index) => ({ ...row, key: now[index]?.key ?? row.key })));
        setDone(true);
      } catch (error) {
        const found = complaintsOf(error, setting);
        setComplaints(found);
        const own = error instanceof CallError ? error.fields[setting] : undefined;
        if (Object.keys(found).length === 0) setFailure(own ?? describeFailure(error));
      } finally {
        setBusy(false);
      }
    },
    isBusy,
    isSaved: useSavedNote(isDone),
    failure,
    errorOf: (index, column) => complaints[`${index}.${column}`] ?? complaints[String(index)],
  };
}
