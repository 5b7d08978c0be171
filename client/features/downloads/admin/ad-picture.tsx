import { useEffect, useId, useRef, useState } from 'react';
import { openPicture } from '#client/features/members/components/picture-file.ts';
import { Button } from '#client/ui/forms/button.tsx';
import { NOT_AN_IMAGE, PICTURE_MAX_BYTES } from '#contract/limits.ts';

/** What saving does with the picture: keep it, remove it, or replace it with the selected file. */
export type AdPictureChange = { kind: 'stays' } | { kind: 'goes' } | { kind: 'chosen'; file: File; url: string };

/** Selects or removes an advertisement's picture. Takes effect when the form is submitted. */
export function AdPicture({
  imageUrl,
  onChange,
}: {
  imageUrl: string | null;
  onChange: (change: AdPictureChange) => void;
}) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const opened = useRef<string | null>(null);
  useEffect(
    () => () => {
      if (opened.current) URL.revokeObjectURL(opened.current);
    },
    [],
  );

  const choose = async (): Promise<void> => {
    const file = input.current?.files?.[0];
    if (input.current) input.current.value = '';
    if (!file) return;
    setFailure(null);
    if (file.size > PICTURE_MAX_BYTES) return setFailure('This image is too large. The limit is 10 MB.');
    try {
      const url = await openPicture(file);
      if (opened.current) URL.revokeObjectURL(opened.current);
      opened.current = url;
      onChange({ kind: 'chosen', file, url });
    } catch (error) {
      setFailure(error instanceof Error ? error.message : NOT_AN_IMAGE);
    }
  };

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend, which can't be laid out in a grid
    <div role="group" aria-labelledby={id} className="grid gap-1.5">
      <p id={id} className="text-sm font-semibold">
        Picture
      </p>
      <p className="text-sm text-muted">16:9, up to 10 MB. Other ratios are cropped to the centre.</p>
      <div className="flex flex-wrap gap-2">
        <Button size="sm" onClick={() => input.current?.click()}>
          {imageUrl ? 'Choose another picture' : 'Choose a picture'}
        </Button>
        {imageUrl && (
          <Button size="sm" onClick={() => onChange({ kind: 'goes' })}>
            Remove picture
          </Button>
        )}
      </div>
      <input
        ref={input}
        type="file"
        accept="image/png,image/jpeg,image/webp,image/avif,image/gif"
        hidden
        aria-label="Advertisement picture"
        onChange={() => void choose()}
      />
      {failure && (
        <p role="alert" className="text-sm text-clip">
          {failure}
        </p>
      )}
    </div>
  );
}
