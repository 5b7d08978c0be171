import { type KeyboardEvent, useRef, useState } from 'react';
import { Button } from '#client/ui/forms/button.tsx';
import { TextField } from '#client/ui/forms/text-field.tsx';
import { Icon } from '#client/ui/icon.tsx';
import { TAG_MAX_CHARACTERS, TAGS_MAX } from '#contract/uploads/limits.ts';
import { withTag } from './tags.ts';

/** Tag input. Tags are added with Enter or the Add button (specification, section 5). */
export function TagsField({
  tags,
  most = TAGS_MAX,
  note,
  error,
  onChange,
}: {
  tags: readonly string[];
  /** Maximum number of tags. Defaults to the limit for uploads. */
  most?: number;
  /** Comes before the hint. */
  note?: string | undefined;
  error?: string | undefined;
  onChange(tags: string[]): void;
}) {
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const [objection, setObjection] = useState<string | null>(null);
  const add = (): void => {
    const next = withTag(tags, typed, most);
    setObjection(next.objection);
    if (next.objection) return;
    setTyped('');
    if (next.tags !== tags) onChange([...next.tags]);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    // Enter must not submit the surrounding form.
    event.preventDefault();
    add();
  };
  return (
    <div>
      <div className="flex items-end gap-2">
        <TextField
          className="min-w-0 flex-1"
          label="Tags"
          hint={`${note ? `${note} ` : ''}Press Enter to add. Up to ${most}.`}
          error={objection ?? error}
          ref={input}
          value={typed}
          // Longer than the limit on purpose, so that a long pasted tag causes an error message instead of being cut off
          // silently.
          maxLength={TAG_MAX_CHARACTERS * 4}
          autoComplete="off"
          enterKeyHint="done"
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setObjection(null);
          }}
          onKeyDown={onKeyDown}
        />
        <Button className="h-11" onClick={add}>
          Add
        </Button>
      </div>
      {tags.length > 0 && (
        <ul className="mt-2.5 flex flex-wrap gap-2" aria-label="Chosen tags">
          {tags.map((tag) => (
            <li key={tag} className="chip max-w-full pr-1 pl-3">
              <span className="truncate">{tag}</span>
              <button
                type="button"
                className="grid size-6 place-items-center text-muted hover:text-fg"
                aria-label={`Remove tag ${tag}`}
                onClick={() => {
                  onChange(tags.filter((other) => other !== tag));
                  input.current?.focus();
                }}
              >
                <Icon name="close" small />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
