import { useId, useRef, useState } from 'react';
import type { SuggestedPictures } from '#client/features/uploads/suggestions/use-pictures.ts';
import { Button } from '#client/ui/forms/button.tsx';
import { Icon } from '#client/ui/icon.tsx';
import { hideOnError } from '#client/ui/media/hide-broken-image.ts';
import { THUMBNAIL_NOT_AN_IMAGE } from '#contract/uploads/limits.ts';

/** Pictures drawn from the files, one of which can be the thumbnail. */
const Suggested = ({
  suggested: { pictures, coming },
  file,
  onChange,
}: {
  suggested: SuggestedPictures;
  file: File | null;
  onChange(file: File): void;
}) => {
  const name = useId();
  if (pictures.length + coming === 0) return null;
  return (
    <div className="thumbnail-choices" role="radiogroup" aria-label="Thumbnails from your files" aria-busy={coming > 0}>
      {pictures.map((picture) => (
        <label key={picture.key} className="media aspect-video" title={picture.label}>
          <input
            type="radio"
            name={name}
            aria-label={picture.label}
            checked={picture.file === file}
            onChange={() => onChange(picture.file)}
          />
          <img src={picture.url} alt="" />
        </label>
      ))}
      {Array.from({ length: coming }, (_, index) => (
        <span key={-index} className="skeleton aspect-video" />
      ))}
    </div>
  );
};

/** Thumbnail picker with an instant preview (specification, sections 2 and 5). */
export function ThumbnailField({
  file,
  url,
  suggested,
  refusal,
  onChange,
}: {
  file: File | null;
  /** Address of the chosen file. */
  url: string | null;
  suggested: SuggestedPictures;
  /** The server's error message for the chosen file. */
  refusal?: string | null;
  onChange(file: File | null): void;
}) {
  const errorId = useId();
  const input = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const [objection, setObjection] = useState<string | null>(null);
  const choose = (chosen: File | undefined): void => {
    if (!chosen) return;
    const isPicture = chosen.type.startsWith('image/');
    setObjection(isPicture ? null : THUMBNAIL_NOT_AN_IMAGE);
    if (isPicture) onChange(chosen);
  };
  const isSuggested = suggested.pictures.some((picture) => picture.file === file);
  const error = objection ?? refusal;
  return (
    <fieldset className="flex flex-wrap items-center gap-x-4 gap-y-3">
      <legend className="mb-1.5 text-sm font-semibold">Thumbnail</legend>
      <div className="media grid aspect-video w-40 flex-none place-items-center text-muted">
        {url ? <img key={url} src={url} alt="" onError={hideOnError} /> : <Icon name="image" />}
      </div>
      <div className="min-w-0 flex-1 basis-52">
        <p className="text-sm text-muted">
          Optional. We'll create one from your files. 16:9 works best.
          {file && !isSuggested && <span className="block truncate text-fg">{file.name}</span>}
        </p>
        <div className="mt-2 flex flex-wrap gap-2">
          <Button
            ref={button}
            size="sm"
            aria-describedby={error ? errorId : undefined}
            onClick={() => input.current?.click()}
          >
            Choose a thumbnail
          </Button>
          {file && (
            <Button
              size="sm"
              variant="quiet"
              onClick={() => {
                setObjection(null);
                onChange(null);
                button.current?.focus();
              }}
            >
              Remove thumbnail
            </Button>
          )}
        </div>
        <input
          ref={input}
          type="file"
          accept="image/*"
          hidden
          aria-label="Choose a thumbnail"
          onChange={(event) => {
            const field = event.currentTarget;
            choose(field.files?.[0]);
            field.value = '';
          }}
        />
        {error && (
          <p id={errorId} className="mt-2 text-sm text-clip" role="alert">
            {error}
          </p>
        )}
      </div>
      <Suggested
        suggested={suggested}
        file={file}
        onChange={(picture) => {
          setObjection(null);
          onChange(picture);
        }}
      />
    </fieldset>
  );
}
