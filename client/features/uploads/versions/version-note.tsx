import { type FormEvent, useState } from 'react';
import { sentenceOf } from '#client/kit/form.tsx';
import { Button } from '#client/ui/forms/button.tsx';
import { TextArea } from '#client/ui/forms/text-field.tsx';
import { Message } from '#client/ui/overlay/message.tsx';
import { VERSION_NOTE_MAX_CHARACTERS } from '#contract/uploads/limits.ts';

/** Form for the note of a version. `send` rejects if the note was not saved. */
export function VersionNote({
  note = '',
  word,
  said,
  send,
}: {
  note?: string;
  /** Label of the button. */
  word: string;
  /** Message after it was saved; null if the page is left then. */
  said: string | null;
  send: (note: string) => Promise<unknown>;
}) {
  const [text, setText] = useState(note);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [saved, setSaved] = useState(note);
  const [isDone, setDone] = useState(false);
  const isIdle = text.trim() === '' || text === saved;
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (isBusy || isIdle) return;
    setBusy(true);
    setFailure(null);
    setDone(false);
    try {
      await send(text);
      setSaved(text);
      setDone(true);
    } catch (error) {
      setFailure(sentenceOf(error));
    }
    setBusy(false);
  };
  return (
    <form className="flex flex-col gap-3" method="post" onSubmit={(event) => void submit(event)}>
      <TextArea
        label="What changes"
        hint="Shown on the page of the asset and to people who have downloaded it."
        rows={3}
        maxLength={VERSION_NOTE_MAX_CHARACTERS}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      {failure && <Message tone="error">{failure}</Message>}
      <p role="status" className="text-sm text-muted empty:hidden">
        {isDone && said}
      </p>
      <Button type="submit" variant="solid" busy={isBusy} idle={isIdle} className="self-start">
        {word}
      </Button>
    </form>
  );
}
