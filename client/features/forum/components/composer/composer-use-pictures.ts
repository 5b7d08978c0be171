import { type RefObject, useEffect, useRef, useState } from 'react';
import { addForumPicture } from '#client/features/forum/writing-api.ts';
import { useAppContext } from '#client/kit/data/app-context.ts';
import { putIn, replaced } from './composer-change.ts';
import { linesOfPlaces, objectionToFile, pictureOf, picturePlaceOf } from './composer-pictures.ts';
import { change, writtenIn } from './composer-text.ts';
import { troubleOf } from './composer-trouble.ts';

/** A picture that is being uploaded or that failed to upload. */
export type SendingPicture = { id: number; file: File; place: string; failure: string | null };

export type ComposerPictures = {
  list: readonly SendingPicture[];
  add(files: readonly File[]): void;
  /** Removes a picture and its placeholder. If it is still being uploaded, the result is discarded. */
  drop(id: number): void;
  retry(id: number): void;
};

/** Uploads pictures one at a time. An uploaded picture replaces its placeholder, even if that has moved within the text. */
export function useComposerPictures(
  field: RefObject<HTMLTextAreaElement | null>,
  onWaiting: (isWaiting: boolean) => void,
): ComposerPictures {
  const { transport } = useAppContext();
  const [list, setList] = useState<readonly SendingPicture[]>([]);
  const wanted = useRef(new Set<number>());
  const lastId = useRef(0);
  const line = useRef<Promise<void>>(Promise.resolve());

  // After the composer has been closed, there is no text left to insert finished uploads into.
  useEffect(() => () => wanted.current.clear(), []);

  const isWaiting = list.some(({ failure }) => failure === null);
  const tell = useRef(onWaiting);
  tell.current = onWaiting;
  useEffect(() => tell.current(isWaiting), [isWaiting]);

  const put = (place: string, insert: string): void => {
    const text = field.current;
    const next = text && replaced(writtenIn(text), place, insert);
    if (text && next) change(text, next);
  };
  const remove = (id: number): void => {
    wanted.current.delete(id);
    setList((all) => all.filter((one) => one.id !== id));
  };
  const fail = (id: number, failure: string): void =>
    setList((all) => all.map((one) => (one.id === id ? { ...one, failure } : one)));

  const send = async ({ id, file, place }: SendingPicture): Promise<void> => {
    if (!wanted.current.has(id)) return;
    const body = new FormData();
    body.set('picture', file);
    try {
      const { url } = await addForumPicture(transport, { body });
      if (!wanted.current.has(id)) return;
      put(place, pictureOf(file.name, url));
      remove(id);
    } catch (error) {
      if (wanted.current.has(id)) fail(id, troubleOf(error));
    }
  };
  const enqueue = (sending: SendingPicture): void => {
    line.current = line.current.then(() => send(sending));
  };

  return {
    list,
    add: (files) => {
      const added = files.map((file): SendingPicture => {
        lastId.current += 1;
        const place = picturePlaceOf(file.name, lastId.current);
        return { id: lastId.current, file, place, failure: objectionToFile(file) };
      });
      setList((all) => [...all, ...added]);
      const good = added.filter(({ failure }) => failure === null);
      if (!field.current || good.length === 0) return;
      const written = writtenIn(field.current);
      const places = good.map(({ place }) => place);
      change(field.current, putIn(written, linesOfPlaces(written.text.slice(0, written.start), places)));
      for (const sending of good) {
        wanted.current.add(sending.id);
        enqueue(sending);
      }
    },
    drop: (id) => {
      const place = list.find((one) => one.id === id)?.place ?? '';
      put(`${place}\n`, '');
      put(place, '');
      remove(id);
    },
    retry: (id) => {
      const found = list.find((one) => one.id === id);
      if (!found) return;
      const again = { ...found, failure: null };
      setList((all) => all.map((one) => (one.id === id ? again : one)));
      enqueue(again);
    },
  };
}
