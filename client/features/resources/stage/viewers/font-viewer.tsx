import { useEffect, useState } from 'react';
import { Button } from '#client/ui/forms/button.tsx';
import { FONT_SIZES, FONT_WORDS_MAX_CHARACTERS } from '#contract/resources/limits.ts';
import { FailedView } from '../failed-view.tsx';
import type { ViewerProps } from '../view-kind.ts';
import { Controls, useStill } from './still-viewers.tsx';

const PAUSE_MS = 400;
const FAILED = 'Your words could not be drawn. Please try again.';

type Drawn = { url: string } | { failure: string } | null;

/** The picture of these words, once the typing pauses; null while there are none, and the last one while a new one is drawn. */
const useWords = (address: string, file: string, text: string, size: number): { drawn: Drawn; isDrawing: boolean } => {
  const [drawn, setDrawn] = useState<Drawn>(null);
  const [isDrawing, setDrawing] = useState(false);
  useEffect(() => {
    const ending = new AbortController();
    setDrawing(text !== '');
    if (text === '') {
      setDrawn(null);
      return;
    }
    const draw = async (): Promise<Drawn> => {
      const reply = await fetch(address, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ file, text, size }),
        signal: ending.signal,
      });
      if (reply.ok) return { url: URL.createObjectURL(await reply.blob()) };
      const { message } = (await reply.json()) as { message?: string };
      return { failure: message ?? FAILED };
    };
    const timer = setTimeout(() => {
      draw()
        .catch(() => ({ failure: FAILED }))
        .then((made) => {
          if (ending.signal.aborted) return;
          setDrawn(made);
          setDrawing(false);
        });
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      ending.abort();
    };
  }, [address, file, text, size]);
  useEffect(() => () => void (drawn && 'url' in drawn && URL.revokeObjectURL(drawn.url)), [drawn]);
  return { drawn, isDrawing };
};

/** The specimen of a font, or the visitor's own words in it. The server draws both. */
export function FontViewer({
  preview,
  title,
  onRetry,
  resourceId,
  file,
}: ViewerProps<'font'> & { resourceId: string; file: string }) {
  const [text, setText] = useState('');
  const [size, setSize] = useState<number>(FONT_SIZES[2]);
  const [isLight, setLight] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const words = text.trim();
  const { drawn, isDrawing } = useWords(`/api/resources/${resourceId}/words`, file, words, size);
  useStill(() => false);
  if (hasFailed) return <FailedView onRetry={onRetry} />;
  return (
    <>
      <div
        className={isLight ? 'stage-view stage-black stage-light-text' : 'stage-view stage-white'}
        aria-busy={isDrawing}
      >
        {drawn && 'url' in drawn ? (
          <img src={drawn.url} alt={words} className="stage-words" />
        ) : (
          <img src={preview.url} alt={`Specimen of ${title}`} onError={() => setFailed(true)} />
        )}
      </div>
      <Controls>
        <input
          type="text"
          className="field min-w-0 flex-1 basis-40"
          aria-label="Your words"
          placeholder="Your words"
          autoComplete="off"
          spellCheck={false}
          maxLength={FONT_WORDS_MAX_CHARACTERS}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
        <select
          className="stage-speed mono"
          aria-label="Size"
          value={size}
          onChange={({ currentTarget }) => setSize(Number(currentTarget.value))}
        >
          {FONT_SIZES.map((one) => (
            <option key={one} value={one}>
              {one} px
            </option>
          ))}
        </select>
        <Button variant="quiet" aria-pressed={isLight} onClick={() => setLight(!isLight)}>
          Light on dark
        </Button>
      </Controls>
      {drawn && 'failure' in drawn && (
        <p className="stage-note" role="alert">
          {drawn.failure}
        </p>
      )}
    </>
  );
}
