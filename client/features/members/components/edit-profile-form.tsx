import { type RefObject, useEffect, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { updateProfile } from '#client/features/members/api.ts';
import { useAppContext } from '#client/kit/data/app-context.ts';
import { useCallForm } from '#client/kit/form.tsx';
import { useAuth } from '#client/kit/session.tsx';
import { Button } from '#client/ui/forms/button.tsx';
import { TextArea, TextField } from '#client/ui/forms/text-field.tsx';
import { lazyPart } from '#client/ui/lazy-part.tsx';
import { Message } from '#client/ui/overlay/message.tsx';
import { Spinner } from '#client/ui/spinner.tsx';
import type { Account } from '#contract/accounts/api.ts';
import { USERNAME_MAX_CHARACTERS } from '#contract/accounts/limits.ts';
import { BIO_MAX_CHARACTERS, PROFILE_SAVED_MS } from '#contract/members/limits.ts';
import { profilePath } from '#contract/paths.ts';
import { ProfilePicture } from './edit-profile-picture.tsx';
import { profileFailure, profileFormData, profileTexts } from './edit-profile-values.ts';
import type { PictureKind } from './picture-file.ts';
import { useProfilePictures } from './use-pictures.ts';

const LazyCrop = lazyPart(() => import('./picture-crop.tsx').then((file) => file.PictureCrop), {
  waiting: <Spinner label="Loading" />,
  leave: ({ onCancel }) => onCancel(),
});

/** Username, bio, avatar and banner. After any failure, the form keeps what was entered. */
export function EditProfileForm({
  variant,
  user,
  first,
  onClose,
  onChanged,
}: {
  variant: 'member' | 'leaker';
  user: Account;
  first: RefObject<HTMLInputElement | null>;
  onClose: () => void;
  /** Called with whether there are unsaved changes: typed text, a selected picture, or a crop in progress. */
  onChanged: (changed: boolean) => void;
}) {
  const context = useAppContext();
  const { update, holdTyped } = useAuth();
  const { revalidate } = useRevalidator();
  const formElement = useRef<HTMLFormElement>(null);
  const { pictures, cutting, change, beginCut, endCut, forget } = useProfilePictures();
  const [isSaved, setSaved] = useState(false);

  const { field, submit, isBusy, isDirty, failure, form } = useCallForm({
    schema: profileTexts,
    defaults: { username: user.username, bio: user.bio },
    describe: profileFailure,
    send: async (texts) => {
      const account = await updateProfile(context.transport, { body: profileFormData(texts, user, pictures) });
      update(account);
      forget();
      form.reset({ username: account.username, bio: account.bio });
      setSaved(true);
      // The name and pictures appear on other pages too, so reload those, and the page below this dialog.
      context.queryCache.invalidateAll();
      void revalidate();
    },
  });

  useEffect(() => {
    form.reset({ username: user.username, bio: user.bio }, { keepDirtyValues: true });
  }, [form, user.username, user.bio]);

  const close = useRef(onClose);
  close.current = onClose;
  useEffect(() => {
    if (!isSaved) return;
    const timer = setTimeout(() => close.current(), PROFILE_SAVED_MS);
    return () => clearTimeout(timer);
  }, [isSaved]);

  const hasChosen = pictures.avatar !== null || pictures.banner !== null;
  useEffect(() => (hasChosen ? holdTyped() : undefined), [hasChosen, holdTyped]);

  const tell = useRef(onChanged);
  tell.current = onChanged;
  const isChanged = isDirty || hasChosen || cutting !== null;
  useEffect(() => {
    tell.current(isChanged);
    return () => tell.current(false);
  }, [isChanged]);

  // The form is hidden while a picture is cropped. Afterwards, focus returns to the button that selected the picture.
  const cutKind = useRef<PictureKind | null>(null);
  useEffect(() => {
    if (!cutting && cutKind.current) {
      formElement.current?.querySelector<HTMLElement>(`[data-picture=${cutKind.current}]`)?.focus();
    }
    cutKind.current = cutting?.kind ?? null;
  }, [cutting]);

  const pictureOf = (kind: PictureKind) => (
    <ProfilePicture
      key={kind}
      kind={kind}
      current={user[kind]}
      name={user.displayName ?? user.username}
      change={pictures[kind]}
      onChosen={(url) => beginCut(kind, url)}
      onChange={(next) => change(kind, next)}
    />
  );
  const typedName = form.watch('username').trim().toLowerCase();
  const address = `${new URL(context.origin).host}${profilePath(typedName)}`;
  const username = field('username');
  const texts = (
    <div key="texts" className="flex flex-col gap-5">
      <TextField
        label="Username"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={USERNAME_MAX_CHARACTERS}
        required
        hint={variant === 'leaker' && <span className="wrap-anywhere">{address}</span>}
        {...username}
        ref={(input) => {
          username.ref(input);
          first.current = input;
        }}
      />
      <TextArea label="Bio" rows={4} maxLength={BIO_MAX_CHARACTERS} {...field('bio')} />
    </div>
  );
  return (
    <>
      {cutting && (
        <LazyCrop
          url={cutting.url}
          kind={cutting.kind}
          onCancel={endCut}
          onCut={(blob) => {
            change(cutting.kind, { blob, url: URL.createObjectURL(blob) });
            endCut();
          }}
        />
      )}
      <form
        ref={formElement}
        className="flex flex-col gap-5"
        method="post"
        noValidate
        hidden={cutting !== null}
        onSubmit={submit}
      >
        {variant === 'member'
          ? [pictureOf('banner'), pictureOf('avatar'), texts]
          : [texts, pictureOf('avatar'), pictureOf('banner')]}
        {failure && <Message tone="error">{failure}</Message>}
        {isSaved && <Message tone="success">Profile updated successfully</Message>}
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="solid" busy={isBusy} disabled={isSaved}>
            {isBusy ? 'Saving...' : 'Save Changes'}
          </Button>
        </div>
      </form>
    </>
  );
}
