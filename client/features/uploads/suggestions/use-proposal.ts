// Fills in suggestions based on the chosen files. Never changes a value that the user has set.
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { ChosenFile } from '#client/features/uploads/chosen-files.ts';
import type { CallForm } from '#client/kit/form.tsx';
import type { UploadDetails } from '#contract/uploads/api.ts';
import { proposeDetails } from '#contract/uploads/proposals.ts';
import { type Contents, readContents, withContents } from './file-contents.ts';
import { proposeTags, proposeTitle } from './name-words.ts';

const NAMES = ['title', 'tags', 'type', 'editor'] as const;
type Name = (typeof NAMES)[number];

/** Which fields show a suggestion. */
export type Proposed = Record<Name, boolean>;

const NOTHING: Contents = new Map();

/** What the first files contain. Until it has been read, nothing is known. */
const useContents = (files: readonly ChosenFile[] | null): Contents => {
  const [contents, setContents] = useState(NOTHING);
  useEffect(() => {
    const stop = new AbortController();
    if (files) void readContents(files, stop.signal).then((found) => stop.signal.aborted || setContents(found));
    return () => stop.abort();
  }, [files]);
  return contents;
};

const keyOf = (value: unknown): string => (Array.isArray(value) ? value.join('\n') : String(value ?? ''));

/**
 * Suggests title, tags, type and editor based on the files, and updates the suggestions when the files change. `files` is null
 * while the form isn't being filled in; `forget` resets the state for an empty form.
 */
export function useProposal(
  { form }: CallForm<UploadDetails>,
  files: readonly ChosenFile[] | null,
): { proposed: Proposed; forget(): void } {
  const chosen = useRef(new Set<string>());
  const filled = useRef<Partial<Record<Name, string>>>({});
  const { getValues, setValue, subscribe } = form;
  const isChecked = form.formState.isSubmitted;
  const contents = useContents(files);

  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        // Only changes made by the user have an event type.
        callback: ({ name, type }) => void (type === 'change' && name && chosen.current.add(name)),
      }),
    [subscribe],
  );

  const proposal = useMemo(() => {
    if (!files) return null;
    const known = withContents(files, contents);
    const { type, editor } = proposeDetails(known);
    return { title: proposeTitle(known) ?? '', tags: proposeTags(known, type), type: type ?? '', editor: editor ?? '' };
  }, [files, contents]);
  useEffect(() => {
    if (!proposal) return;
    for (const name of NAMES) {
      const now = keyOf(getValues(name));
      const next = keyOf(proposal[name]);
      // Any other value is the user's own, such as tags, or was restored by the browser before scripts ran.
      const isOpen = !chosen.current.has(name) && now === (filled.current[name] ?? '');
      if (!isOpen || next === now) continue;
      filled.current[name] = next;
      setValue(name, proposal[name] as UploadDetails['type'], { shouldValidate: isChecked });
    }
  }, [proposal, getValues, setValue, isChecked]);

  const forget = useCallback(() => {
    chosen.current.clear();
    filled.current = {};
  }, []);
  const values = form.watch(NAMES);
  const proposed = Object.fromEntries(
    NAMES.map((name, index) => {
      const now = keyOf(values[index]);
      return [name, now !== '' && !chosen.current.has(name) && filled.current[name] === now];
    }),
  ) as Proposed;
  return { proposed, forget };
}
