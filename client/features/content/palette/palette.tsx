import { type KeyboardEvent, type RefObject, useEffect, useId, useMemo, useRef, useState } from 'react';
import { Button } from '#client/ui/forms/button.tsx';
import { Icon } from '#client/ui/icon.tsx';
import { Dialog } from '#client/ui/overlay/dialog.tsx';
import { Spinner } from '#client/ui/spinner.tsx';
import { PALETTE_MAX_CHARACTERS } from '#contract/content/limits.ts';
import { type GroupKey, groupOfKind, type PaletteCommand, paletteGroups } from './command.ts';
import { PaletteOption } from './palette-option.tsx';
import { arrange, commandsOfHits } from './ranking.ts';
import { recentChoices, rememberChoice } from './recent.ts';
import { useHits } from './use-hits.ts';
import './palette.css';

type PaletteProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Called when the palette has disappeared and the focus is back. */
  onClosed: () => void;
  /** Pages, settings and actions that this user may open. */
  commands: readonly PaletteCommand[];
  /** Actions for a text, such as a search for it. Their ids begin with `text `, and they are not remembered. */
  commandsFor: (text: string) => PaletteCommand[];
  onChoose: (command: PaletteCommand, inNewTab: boolean) => void;
  onShowKeys: () => void;
};

const countOf = (count: number): string =>
  count === 0 ? 'No results' : `${count} ${count === 1 ? 'result' : 'results'}`;

const Hint = ({ keys, children }: { keys: string[]; children: string }) => (
  <span>
    {keys.map((key) => (
      <kbd key={key} className="kbd">
        {key}
      </kbd>
    ))}
    {children}
  </span>
);

const Content = ({
  field,
  commands,
  commandsFor,
  onOpenChange,
  onChoose,
  onShowKeys,
}: PaletteProps & { field: RefObject<HTMLInputElement | null> }) => {
  const [typed, setTyped] = useState('');
  const [scope, setScope] = useState<GroupKey | null>(null);
  // Until the user chooses another one, the first result is active, also when better ones arrive.
  const [chosenId, setChosenId] = useState<string | null>(null);
  const [recent] = useState(() => recentChoices(commands));
  const list = useId();
  const text = typed.trim();
  const { answer, isSearching, retry } = useHits(typed);
  const found = answer?.hits;
  const hits = useMemo(() => (found ? commandsOfHits(found) : []), [found]);
  const corrected = found?.corrected ?? null;
  const hitsText = (answer?.text === text ? corrected : null) ?? answer?.text ?? text;
  const sections = useMemo(
    () =>
      arrange({
        ...{ text, commands, hits, recent, scope },
        hitsText: answer?.text === text ? text : (answer?.text ?? text),
        forText: text === '' ? [] : commandsFor(text),
      }),
    [text, commands, hits, recent, scope, answer, commandsFor],
  );
  const options = sections.flatMap((section) => section.commands);
  const place = Math.max(
    0,
    options.findIndex(({ id }) => id === chosenId),
  );
  const active = options[place];
  const only = paletteGroups.find(({ key }) => key === scope);
  const activeGroup = active && paletteGroups.find(({ key }) => key === groupOfKind(active.kind));
  // Actions for any text are not results.
  const results = options.filter(({ id }) => !id.startsWith('text ')).length;
  const isEmpty = text !== '' && results === 0 && !isSearching && !answer?.failure;

  // The search is not announced at each keystroke, only what came of it.
  const [announced, setAnnounced] = useState('');
  useEffect(() => {
    if (!isSearching) setAnnounced(text === '' ? '' : (answer?.failure ?? countOf(results)));
  }, [isSearching, text, answer, results]);

  const choose = (command: PaletteCommand, inNewTab: boolean): void => {
    rememberChoice(command);
    onChoose(command, inNewTab);
  };

  const toggleScope = (): void => {
    setScope(scope || !active ? null : groupOfKind(active.kind));
    setChosenId(null);
  };

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    const { key } = event;
    // Enter and arrows belong to the input method while it composes.
    if (event.nativeEvent.isComposing || event.altKey) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[key];
    if (step && options.length > 0) setChosenId(options[(place + step + options.length) % options.length]?.id ?? null);
    else if (key === 'Enter' && active) choose(active, event.ctrlKey || event.metaKey);
    else if (key === 'Tab' && !event.shiftKey && (scope || active)) toggleScope();
    else if (key === 'Backspace' && typed === '' && scope) setScope(null);
    else if (key === '?' && typed === '') onShowKeys();
    else return;
    event.preventDefault();
  };

  return (
    <>
      <div className="palette-field">
        <span className="palette-lens">{isSearching ? <Spinner /> : <Icon name="search" />}</span>
        {only && <span className="palette-scope">{only.title}</span>}
        <input
          ref={field}
          type="text"
          role="combobox"
          aria-label={only ? `Search and commands, ${only.only.toLowerCase()}` : 'Search and commands'}
          aria-expanded={options.length > 0}
          aria-controls={list}
          aria-autocomplete="list"
          aria-activedescendant={active && `${list}-${place}`}
          aria-describedby={`${list}-help`}
          placeholder="Search assets, people, pages"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint="go"
          maxLength={PALETTE_MAX_CHARACTERS}
          value={typed}
          onChange={({ currentTarget }) => {
            setTyped(currentTarget.value);
            setChosenId(null);
          }}
          onKeyDown={onKeyDown}
        />
        <button type="button" className="kbd palette-close" aria-label="Esc, close" onClick={() => onOpenChange(false)}>
          Esc
        </button>
      </div>
      <p id={`${list}-help`} className="sr-only">
        Use the arrow keys to choose and Enter to open. Tab shows only results of the chosen kind. In an empty field, a
        question mark lists all keys.
      </p>
      <p role="status" className="sr-only">
        {announced}
      </p>
      {corrected !== null && answer?.text === text && hits.length > 0 && (
        <p className="palette-line">
          Results for <strong>{corrected}</strong>
        </p>
      )}
      {answer?.failure && (
        <p className="palette-line">
          {answer.failure}
          <Button size="sm" onClick={retry}>
            Try again
          </Button>
        </p>
      )}
      {isEmpty && (
        <p className="palette-line">
          {only
            ? `Nothing found in ${only.title.toLowerCase()}.`
            : 'Nothing found. Check the spelling or use fewer words.'}
        </p>
      )}
      {text === '' && options.length === 0 && <p className="palette-line">Start typing to search.</p>}
      <div id={list} role="listbox" aria-label="Results" aria-busy={isSearching} className="palette-list">
        {sections.map(({ key, title, commands: shown }) => (
          // biome-ignore lint/a11y/useSemanticElements: a group of options, not of fields
          <div key={key} role="group" aria-label={title}>
            <p className="palette-title" aria-hidden="true">
              {title}
            </p>
            {shown.map((command) => {
              const index = options.indexOf(command);
              return (
                <PaletteOption
                  key={command.id}
                  id={`${list}-${index}`}
                  command={command}
                  text={command.id.startsWith('text ') ? '' : hits.includes(command) ? hitsText : text}
                  isActive={index === place}
                  onPoint={() => setChosenId(command.id)}
                  onChoose={(inNewTab) => choose(command, inNewTab)}
                />
              );
            })}
          </div>
        ))}
      </div>
      <div className="palette-foot">
        <div aria-hidden="true">
          <Hint keys={['↑', '↓']}>Move</Hint>
          <Hint keys={['Enter']}>Open</Hint>
          <Hint keys={['Ctrl', 'Enter']}>New tab</Hint>
          {(only || activeGroup) && <Hint keys={['Tab']}>{only ? 'All results' : (activeGroup?.only ?? '')}</Hint>}
        </div>
        <button type="button" className="palette-keys" onClick={onShowKeys}>
          <kbd className="kbd">?</kbd>
          All keys
        </button>
      </div>
    </>
  );
};

/** The command palette: pages, assets, people, threads, settings and this user's actions in one field (next.md SH-7²). */
export function Palette(props: PaletteProps) {
  const { open, onOpenChange, onClosed } = props;
  const field = useRef<HTMLInputElement>(null);
  // The content is unmounted when the palette closes, so each opening starts with an empty field.
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      onClosed={onClosed}
      title="Search and commands"
      initialFocus={field}
      bare="palette"
    >
      <div className="palette-content">
        <Content {...props} field={field} />
      </div>
    </Dialog>
  );
}
