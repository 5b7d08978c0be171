import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { suggestPeople } from '#client/features/forum/writing-api.ts';
import { useAppContext } from '#client/kit/data/app-context.ts';
import type { suggestPeople as contract } from '#contract/forum/write.ts';
import type { ReplyOf } from '#contract/http.ts';
import { type Mention, mentionAt, mentioned } from './composer-mentions.ts';
import { change, writtenIn } from './composer-text.ts';

type People = ReplyOf<typeof contract>;

/** Delay after the last key before a username is looked up. */
const ASK_AFTER_MS = 150;

export type Suggested = {
  people: People;
  active: number;
  /** Checks whether there is a mention before the caret. */
  look(): void;
  close(): void;
  choose(index: number): void;
  /**
   * Handles a key while the list is open.
   * @returns whether the key was handled
   */
  onKey(event: KeyboardEvent): boolean;
};

/** Suggestions for the mention being typed; outdated responses are ignored. */
export function usePeople(field: RefObject<HTMLTextAreaElement | null>, threadId?: string): Suggested {
  const { transport } = useAppContext();
  const [mention, setMention] = useState<Mention | null>(null);
  const [people, setPeople] = useState<People>([]);
  const [active, setActive] = useState(0);
  // Position of the mention whose list was closed with Escape; it stays closed until another mention is started.
  const dismissed = useRef<number | null>(null);
  const from = mention?.from;
  const name = mention?.name;

  useEffect(() => {
    if (name === undefined) return;
    let isLate = false;
    const timer = setTimeout(async () => {
      const found = await suggestPeople(transport, { query: { name, threadId } }).catch(() => []);
      if (isLate) return;
      setPeople(found);
      setActive(0);
    }, ASK_AFTER_MS);
    return () => {
      isLate = true;
      clearTimeout(timer);
    };
  }, [name, threadId, transport]);

  const close = (): void => {
    setMention(null);
    setPeople([]);
  };
  const choose = (index: number): void => {
    const person = people[index];
    if (field.current && mention && person) {
      change(field.current, mentioned(writtenIn(field.current), mention, person.username));
    }
    close();
  };
  return {
    people,
    active,
    close,
    choose,
    look: () => {
      const found = field.current && mentionAt(writtenIn(field.current));
      if (!found || dismissed.current === found.from) {
        if (!found) dismissed.current = null;
        return close();
      }
      if (found.from !== from) setPeople([]);
      if (found.from !== from || found.name !== name) setMention(found);
    },
    onKey: (event) => {
      if (people.length === 0 || event.nativeEvent.isComposing) return false;
      const { key } = event;
      if (key === 'ArrowDown' || key === 'ArrowUp') {
        setActive((active + (key === 'ArrowDown' ? 1 : people.length - 1)) % people.length);
      } else if (key === 'Escape') {
        dismissed.current = from ?? null;
        close();
      } else if ((key === 'Enter' || key === 'Tab') && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
        choose(active);
      } else return false;
      // Keep the field and the surrounding dialog from handling the key as well.
      event.preventDefault();
      event.stopPropagation();
      return true;
    },
  };
}
