import { type ChangeEvent, type CSSProperties, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { sendResourceImage } from '#client/features/uploads/api.ts';
import { useAppContext } from '#client/kit/data/app-context.ts';
import { sentenceOf } from '#client/kit/form.tsx';
import { Button } from '#client/ui/forms/button.tsx';
import { hideIfFailed, hideOnError } from '#client/ui/media/hide-broken-image.ts';
import { textHue } from '#client/ui/media/text-hue.ts';
import { Message } from '#client/ui/overlay/message.tsx';
import { Panel } from '#client/ui/panel.tsx';
import type { OwnUpload } from '#contract/uploads/api.ts';
import { THUMBNAIL_NOT_AN_IMAGE } from '#contract/uploads/limits.ts';
import { PreviewState } from './own-checks.tsx';

/** The upload's thumbnail and the state of its previews, with a button to change the thumbnail. */
export function OwnPicture({ upload }: { upload: OwnUpload }) {
  const context = useAppContext();
  const { revalidate } = useRevalidator();
  const input = useRef<HTMLInputElement>(null);
  const [isBusy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<{ tone: 'error' | 'success'; sentence: string } | null>(null);
  const send = async (file: File): Promise<void> => {
    setBusy(true);
    setOutcome(null);
    try {
      if (!file.type.startsWith('image/')) throw new Error(THUMBNAIL_NOT_AN_IMAGE);
      const body = new FormData();
      body.set('leakId', upload.id);
      body.set('image', file);
      await sendResourceImage(context.transport, { body });
      await revalidate();
      setOutcome({ tone: 'success', sentence: 'Thumbnail updated.' });
    } catch (error) {
      setOutcome({ tone: 'error', sentence: sentenceOf(error) });
    }
    setBusy(false);
  };
  const choose = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const [file] = currentTarget.files ?? [];
    // Clear the input, so that the user can choose the same file again after a failure.
    currentTarget.value = '';
    if (file) void send(file);
  };
  return (
    <Panel title="Thumbnail" className="flex flex-col gap-4">
      <div className="media media-blank aspect-video" style={{ '--h': textHue(upload.title) } as CSSProperties}>
        {upload.thumbnailUrl && (
          <img
            key={upload.thumbnailUrl}
            src={upload.thumbnailUrl}
            alt={`Thumbnail of ${upload.title}`}
            decoding="async"
            ref={hideIfFailed}
            onError={hideOnError}
          />
        )}
      </div>
      <PreviewState upload={upload} />
      {outcome && <Message tone={outcome.tone}>{outcome.sentence}</Message>}
      <input ref={input} type="file" accept="image/*" hidden onChange={choose} aria-label="New thumbnail" />
      <Button busy={isBusy} onClick={() => input.current?.click()} className="self-start">
        Change thumbnail
      </Button>
    </Panel>
  );
}
