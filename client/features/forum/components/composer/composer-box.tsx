import {
  type ClipboardEvent,
  type DragEvent,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useId,
  useState,
} from 'react';
import { NewcomerNote } from '#client/features/forum/components/newcomers/newcomer-note.tsx';
import { classNames } from '#client/ui/class-names.ts';
import { POST_MAX_CHARACTERS } from '#contract/forum/limits.ts';
import { putIn } from './composer-change.ts';
import { formatted, nextLine, type Tool } from './composer-format.ts';
import { PeopleList } from './composer-people.tsx';
import { PictureList } from './composer-picture-list.tsx';
import { ComposerPreview } from './composer-preview.tsx';
import { change, writtenIn } from './composer-text.ts';
import { ComposerToolbar, toolOf } from './composer-toolbar.tsx';
import { useGrowth } from './composer-use-growth.ts';
import { usePeople } from './composer-use-people.ts';
import { useComposerPictures } from './composer-use-pictures.ts';
import '../../composer.css';

/** The number of remaining characters is shown once it falls below this. */
const NEAR_THE_END = 2000;

const leftIn = (text: string): string => {
  const left = POST_MAX_CHARACTERS - text.length;
  const characters = Math.abs(left) === 1 ? 'character' : 'characters';
  return left >= 0 ? `${left} ${characters} left` : `${-left} ${characters} over the limit`;
};

const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer.types.includes('Files');

type Props = {
  label: string;
  /** Whether the label is visible above the box, as in forms with several fields. Otherwise it is the placeholder. */
  isLabelled?: boolean;
  field: RefObject<HTMLTextAreaElement | null>;
  value: string;
  onChange(text: string): void;
  onSend(): void;
  /** Called when picture uploads start and end. The text must not be sent while pictures are being uploaded. */
  onWaiting(isWaiting: boolean): void;
  /** Participants of this thread are suggested first for mentions. */
  threadId?: string;
  /** Makes the text read-only while it is being sent. */
  isBusy: boolean;
  error?: string | null;
  /** Buttons shown below the text. */
  children?: ReactNode;
};

/** Markdown editor with a toolbar, mentions, pictures and a preview. The parent stores and sends the text. */
export function Composer({
  label,
  isLabelled,
  field,
  value,
  onChange,
  onSend,
  threadId,
  isBusy,
  error,
  children,
  onWaiting,
}: Props) {
  const id = useId();
  const [isPreview, setPreview] = useState(false);
  const [isOver, setOver] = useState(false);
  const pictures = useComposerPictures(field, onWaiting);
  const suggested = usePeople(field, threadId);
  useGrowth(field, value);

  const use = (tool: Tool): void => {
    const text = field.current;
    if (!text || isBusy) return;
    // Keyboard users have moved focus to the toolbar. Move it back, because browsers can undo changes only in the focused field.
    text.focus();
    change(text, formatted(tool, writtenIn(text)));
    suggested.close();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    if (suggested.onKey(event) || event.nativeEvent.isComposing) return;
    const tool = toolOf(event);
    const isEnter = event.key === 'Enter';
    const isSent = isEnter && (event.ctrlKey || event.metaKey);
    const next =
      isEnter && !isSent && !event.shiftKey && !event.altKey ? nextLine(writtenIn(event.currentTarget)) : null;
    if (!tool && !isSent && !next) return;
    event.preventDefault();
    event.stopPropagation();
    if (tool) use(tool);
    else if (isSent) onSend();
    else if (next) change(event.currentTarget, next);
  };
  const onPaste = (event: ClipboardEvent<HTMLTextAreaElement>): void => {
    const files = [...event.clipboardData.files];
    const text = event.clipboardData.getData('text/plain');
    const written = writtenIn(event.currentTarget);
    if (files.length > 0 && text === '') {
      event.preventDefault();
      pictures.add(files);
    } else if (/^https?:\/\/\S+$/.test(text) && written.start !== written.end) {
      event.preventDefault();
      const chosen = written.text.slice(written.start, written.end);
      change(event.currentTarget, putIn(written, /^https?:/.test(chosen) ? text : `[${chosen}](${text})`));
    }
  };
  const isListed = suggested.people.length > 0;
  const isNearTheEnd = value.length > POST_MAX_CHARACTERS - NEAR_THE_END;
  return (
    <div>
      <label htmlFor={id} className={isLabelled ? 'mb-1.5 block text-sm font-semibold' : 'sr-only'}>
        {label}
      </label>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping needs a pointer; the Picture tool does the same by keyboard */}
      <div
        className="panel composer"
        data-over={isOver || undefined}
        data-invalid={Boolean(error) || undefined}
        onDragOver={(event) => {
          if (!hasFiles(event) || isBusy) return;
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={(event) => {
          if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
        }}
        onDrop={(event) => {
          if (!hasFiles(event) || isBusy) return;
          event.preventDefault();
          setOver(false);
          pictures.add([...event.dataTransfer.files]);
        }}
      >
        <ComposerToolbar
          controls={id}
          isPreview={isPreview}
          isOff={isBusy}
          onTool={use}
          onPictures={pictures.add}
          onPreview={() => {
            suggested.close();
            setPreview(!isPreview);
          }}
        />
        {isPreview && <ComposerPreview text={value} />}
        <div className="composer-text" hidden={isPreview}>
          <textarea
            ref={field}
            id={id}
            rows={3}
            placeholder={isLabelled ? undefined : label}
            value={value}
            readOnly={isBusy}
            aria-invalid={error ? true : undefined}
            aria-describedby={classNames(`${id}-hint`, error && `${id}-error`)}
            aria-autocomplete="list"
            aria-haspopup="listbox"
            aria-controls={isListed ? `${id}-people` : undefined}
            aria-activedescendant={isListed ? `${id}-people-${suggested.active}` : undefined}
            onChange={(event) => onChange(event.currentTarget.value)}
            onSelect={suggested.look}
            onBlur={suggested.close}
            onKeyDown={onKeyDown}
            onPaste={onPaste}
          />
          <PeopleList id={`${id}-people`} suggested={suggested} />
        </div>
        <PictureList pictures={pictures} />
        <div className="composer-foot">
          <span id={`${id}-hint`} className="text-sm text-muted">
            {isNearTheEnd ? leftIn(value) : 'Markdown supported'}
          </span>
          {children}
        </div>
      </div>
      <NewcomerNote isWriting={value !== ''} />
      {error && (
        <p id={`${id}-error`} className="mt-1.5 text-sm text-clip">
          {error}
        </p>
      )}
    </div>
  );
}
