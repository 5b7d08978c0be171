import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { Icon } from '#client/ui/icon.tsx';
import type { Tool } from './composer-format.ts';

/** Stroke icons on a 24 px grid, like all icons, but loaded only with the composer. */
const TOOLS: Record<Tool, { label: string; key?: string; path: string }> = {
  bold: { label: 'Bold', key: 'B', path: 'M7 4h6a4 4 0 0 1 0 8H7Zm0 8h7a4 4 0 0 1 0 8H7Z' },
  italic: { label: 'Italic', key: 'I', path: 'M10 4h8M6 20h8M14 4l-4 16' },
  link: {
    label: 'Link',
    key: 'K',
    path: 'M10 14a4 4 0 0 0 6 .4l3-3a4 4 0 0 0-5.7-5.7l-1.3 1.3M14 10a4 4 0 0 0-6-.4l-3 3a4 4 0 0 0 5.7 5.7l1.3-1.3',
  },
  quote: { label: 'Quote', path: 'M4 6h6v7a5 5 0 0 1-5 5M14 6h6v7a5 5 0 0 1-5 5' },
  code: { label: 'Code', path: 'm8 6-6 6 6 6M16 6l6 6-6 6' },
  list: { label: 'List', path: 'M9 6h12M9 12h12M9 18h12M4 6h.01M4 12h.01M4 18h.01' },
};

const ToolIcon = ({ path }: { path: string }) => (
  <svg
    className="size-4.5 flex-none"
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.75"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
  >
    <path d={path} />
  </svg>
);

/** The tool for a keyboard shortcut: Ctrl or Cmd with B, I or K. */
export function toolOf({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): Tool | undefined {
  if (!(ctrlKey || metaKey) || altKey || shiftKey) return undefined;
  return (Object.keys(TOOLS) as Tool[]).find((tool) => TOOLS[tool].key === key.toUpperCase());
}

/** The toolbar has a single tab stop; arrow keys move between the tools (ARIA practices, "Toolbar"). */
export function ComposerToolbar({
  controls,
  isPreview,
  isOff,
  onTool,
  onPictures,
  onPreview,
}: {
  /** ID of the text field. */
  controls: string;
  isPreview: boolean;
  isOff: boolean;
  onTool(tool: Tool): void;
  onPictures(files: File[]): void;
  onPreview(): void;
}) {
  const bar = useRef<HTMLDivElement>(null);
  const chooser = useRef<HTMLInputElement>(null);
  const [stop, setStop] = useState('bold');
  const onKeyDown = (event: KeyboardEvent): void => {
    const buttons = [...(bar.current?.querySelectorAll<HTMLButtonElement>('button:enabled') ?? [])];
    const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
    const steps: Record<string, number> = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: buttons.length - 1 };
    const next = steps[event.key];
    if (next === undefined || at < 0) return;
    event.preventDefault();
    buttons.at(next % buttons.length)?.focus();
  };
  const button = (name: string, label: string, icon: ReactNode, onClick: () => void, key?: string) => (
    <button
      key={name}
      type="button"
      className="composer-tool"
      aria-label={label}
      title={key ? `${label} (Ctrl+${key})` : label}
      aria-keyshortcuts={key && `Control+${key}`}
      disabled={isOff || isPreview}
      tabIndex={stop === name && !isPreview ? 0 : -1}
      onFocus={() => setStop(name)}
      // Keep the field's focus and selection when a tool is clicked.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onClick}
    >
      {icon}
    </button>
  );
  return (
    <div
      ref={bar}
      role="toolbar"
      aria-label="Formatting"
      aria-controls={controls}
      className="composer-toolbar"
      onKeyDown={onKeyDown}
    >
      {(Object.keys(TOOLS) as Tool[]).map((tool) => {
        const { label, path, key } = TOOLS[tool];
        return button(tool, label, <ToolIcon path={path} />, () => onTool(tool), key);
      })}
      {button('picture', 'Picture', <Icon name="image" />, () => chooser.current?.click())}
      <button
        type="button"
        className="composer-tool composer-preview-toggle"
        aria-pressed={isPreview}
        tabIndex={stop === 'preview' || isPreview ? 0 : -1}
        onFocus={() => setStop('preview')}
        onClick={onPreview}
      >
        Preview
      </button>
      <input
        ref={chooser}
        type="file"
        accept="image/*"
        multiple
        hidden
        aria-label="Choose pictures"
        onChange={(event) => {
          onPictures([...(event.currentTarget.files ?? [])]);
          // Allow the same file to be selected again.
          event.currentTarget.value = '';
        }}
      />
    </div>
  );
}
