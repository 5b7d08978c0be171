// Fills in suggestions based on the chosen files. Only changes empty fields, never values the user has set.
import { useCallback, useEffect, useMemo, useRef } from 'react';
import type { CallForm } from '#client/kit/form.tsx';
import type { UploadDetails } from '#contract/uploads/api.ts';
import { proposeDetails } from '#contract/uploads/proposals.ts';
import type { UploadItem } from './upload-items.ts';

const NAMES = ['type', 'editor'] as const;
type Name = (typeof NAMES)[number];

/**
 * Suggests a type and an editor based on the files, and updates the suggestions when the files change. A field that the user has
 * set is left alone. `items` is null while the form isn't being filled in. `proposed` says for each field whether it currently
 * shows a suggestion; `forget` resets the state for an empty form.
 */
export function useProposal(
  { form }: CallForm<UploadDetails>,
  items: readonly UploadItem[] | null,
): { proposed: Record<Name, boolean>; forget(): void } {
  const chosen = useRef(new Set<string>());
  const filled = useRef<Partial<Record<Name, string>>>({});
  const { getValues, setValue, subscribe } = form;
  const isChecked = form.formState.isSubmitted;

  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        // Only changes made by the user have an event type.
        callback: ({ name, type }) => void (type === 'change' && name && chosen.current.add(name)),
      }),
    [subscribe],
  );

  const proposal = useMemo(() => (items ? proposeDetails(items.flatMap(({ parcel }) => parcel.files)) : null), [items]);
  useEffect(() => {
    if (!proposal) return;
    for (const name of NAMES) {
      const now = getValues(name) ?? '';
      // Keep a selection that the browser restored before scripts ran.
      const isOpen = !chosen.current.has(name) && (now === '' || now === filled.current[name]);
      const next = proposal[name] ?? '';
      if (!isOpen || next === now) continue;
      filled.current[name] = next;
      setValue(name, next as UploadDetails['type'], { shouldValidate: isChecked });
    }
  }, [proposal, getValues, setValue, isChecked]);

  const forget = useCallback(() => {
    chosen.current.clear();
    filled.current = {};
  }, []);
  const [type, editor] = form.watch(NAMES);
  const isProposed = (name: Name, value: string | undefined): boolean =>
    Boolean(value) && !chosen.current.has(name) && filled.current[name] === value;
  return { proposed: { type: isProposed('type', type), editor: isProposed('editor', editor) }, forget };
}
