import { type DragEvent, useRef, useState } from 'react';
import { type ChosenFile, chosenByDrop, chosenByInput } from '#client/features/uploads/chosen-files.ts';
import { Button } from '#client/ui/forms/button.tsx';
import { Icon } from '#client/ui/icon.tsx';
import './uploads.css';

const namesOf = (names: readonly string[]): string =>
  names.length > 3 ? `${names.slice(0, 3).join(', ')} and ${names.length - 3} more` : names.join(', ');

/** Drop zone for files and folders. The buttons make it accessible by keyboard. */
export function FileDrop({
  hint,
  describedBy,
  onFiles,
}: {
  hint: string;
  /** Id of the element that describes the chosen files. */
  describedBy?: string;
  onFiles(files: ChosenFile[]): void;
}) {
  const files = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const [isReading, setReading] = useState(false);
  const [unread, setUnread] = useState<readonly string[]>([]);

  const onDrop = async (event: DragEvent): Promise<void> => {
    event.preventDefault();
    setOver(false);
    setReading(true);
    const dropped = await chosenByDrop(event.dataTransfer);
    setReading(false);
    setUnread(dropped.unread);
    if (dropped.files.length > 0) onFiles(dropped.files);
  };
  const onChosen = async (list: FileList | null): Promise<void> => {
    setUnread([]);
    setReading(true);
    const chosen = await chosenByInput(list);
    setReading(false);
    if (chosen.length > 0) onFiles(chosen);
  };
  const input = (isFolder: boolean) => (
    <input
      ref={isFolder ? folder : files}
      type="file"
      multiple
      hidden
      aria-label={isFolder ? 'Choose a folder' : 'Choose files'}
      {...(isFolder ? { webkitdirectory: '' } : {})}
      onChange={(event) => {
        const field = event.currentTarget;
        void onChosen(field.files);
        // Lets the user choose the same file again.
        field.value = '';
      }}
    />
  );
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping needs a pointer; the buttons inside work by keyboard
    <div
      className="file-drop"
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
      }}
      onDrop={(event) => void onDrop(event)}
    >
      <Icon name="upload" className="text-muted" />
      <p>
        Drop files or folders here
        <span className="block text-sm text-muted">{hint}</span>
      </p>
      <div className="flex flex-wrap justify-center gap-2">
        <Button size="sm" busy={isReading} aria-describedby={describedBy} onClick={() => files.current?.click()}>
          Choose files
        </Button>
        <Button size="sm" disabled={isReading} onClick={() => folder.current?.click()}>
          Choose a folder
        </Button>
      </div>
      {input(false)}
      {input(true)}
      {unread.length > 0 && (
        <p className="text-sm text-clip wrap-anywhere" role="alert">
          Your browser could not open {namesOf(unread)}.
        </p>
      )}
    </div>
  );
}
