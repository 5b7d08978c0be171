import { useRef, useState } from 'react';
import { Button } from '#client/ui/forms/button.tsx';
import { Avatar } from '#client/ui/media/avatar.tsx';
import { hideOnError } from '#client/ui/media/hide-broken-image.ts';
import type { ProfilePictureChange } from './edit-profile-values.ts';
import { openPicture, type PictureKind } from './picture-file.ts';

const WORDS: Record<PictureKind, { label: string; hint: string; noun: string }> = {
  avatar: {
    label: 'Profile Picture',
    hint: 'Upload a profile picture. Square images work best.',
    noun: 'profile picture',
  },
  banner: { label: 'Banner Image', hint: 'A 3:1 image works best.', noun: 'banner' },
};

/** The site's default pictures do not count as the user's own. */
const isDefault = (address: string): boolean => address.startsWith('/public/Images/default-');

/** The secondary action: undo the selection, or remove the current picture. */
const wayBack = (change: ProfilePictureChange, isDefaultNow: boolean, noun: string) => {
  if (change === null) return isDefaultNow ? null : ({ label: `Remove ${noun}`, next: 'cleared' } as const);
  return { label: isDefaultNow ? `Remove ${noun}` : `Keep current ${noun}`, next: null };
};

const Preview = ({ kind, src, name }: { kind: PictureKind; src: string | null; name: string }) =>
  kind === 'avatar' ? (
    <Avatar name={name} src={src} size={84} />
  ) : (
    <div className="media aspect-[3/1] w-full">{src && <img key={src} src={src} alt="" onError={hideOnError} />}</div>
  );

/** The current or selected profile picture, with buttons to replace or remove it. */
export function ProfilePicture({
  kind,
  current,
  name,
  change,
  onChosen,
  onChange,
}: {
  kind: PictureKind;
  /** URL of the current picture. */
  current: string;
  name: string;
  change: ProfilePictureChange;
  /** Called with the URL of a selected picture that has to be cropped. */
  onChosen: (url: string) => void;
  onChange: (change: ProfilePictureChange) => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  const upload = useRef<HTMLButtonElement>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const { label, hint, noun } = WORDS[kind];
  const choose = async (file: File | undefined) => {
    if (!file) return;
    setFailure(null);
    try {
      onChosen(await openPicture(file));
    } catch (error) {
      setFailure((error as Error).message);
    }
  };
  const chosen = change !== null && change !== 'cleared';
  const src = chosen ? change.url : change === 'cleared' ? null : current;
  const way = wayBack(change, isDefault(current), noun);
  return (
    <fieldset className="flex flex-wrap items-center gap-x-4 gap-y-3">
      <legend className="mb-1.5 text-sm font-semibold">{label}</legend>
      <Preview kind={kind} src={src} name={name} />
      <div className="min-w-0 flex-1 basis-56">
        <p className="text-sm text-muted">{hint}</p>
        <div className="mt-2 flex flex-wrap gap-2">
          <Button ref={upload} size="sm" data-picture={kind} onClick={() => input.current?.click()}>
            Upload {noun}
          </Button>
          {way && (
            <Button
              size="sm"
              variant="quiet"
              onClick={() => {
                onChange(way.next);
                // Move focus, because the clicked button may disappear.
                upload.current?.focus();
              }}
            >
              {way.label}
            </Button>
          )}
        </div>
        <input
          ref={input}
          type="file"
          accept="image/*"
          hidden
          aria-label={`Upload ${noun}`}
          onChange={(event) => {
            const field = event.currentTarget;
            void choose(field.files?.[0]);
            // Allow the same file to be selected again.
            field.value = '';
          }}
        />
        {failure && (
          <p className="mt-2 text-sm text-clip" role="alert">
            {failure}
          </p>
        )}
      </div>
    </fieldset>
  );
}
