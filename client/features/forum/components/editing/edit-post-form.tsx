import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { getPost } from '#client/features/forum/api.ts';
import { Composer } from '#client/features/forum/components/composer/composer-box.tsx';
import { withoutPlaces } from '#client/features/forum/components/composer/composer-pictures.ts';
import {
  isUnsure,
  mishapOf,
  objectionTo,
  troubleOf,
} from '#client/features/forum/components/composer/composer-trouble.ts';
import { useComposerText } from '#client/features/forum/components/composer/composer-use-words.ts';
import { DraftNotice } from '#client/features/forum/components/composer/draft-notice.tsx';
import { editPost } from '#client/features/forum/writing-api.ts';
import { useAppContext } from '#client/kit/data/app-context.ts';
import { CallError } from '#client/kit/data/call.ts';
import { Button } from '#client/ui/forms/button.tsx';
import { TextField } from '#client/ui/forms/text-field.tsx';
import { Message } from '#client/ui/overlay/message.tsx';
import type { Post } from '#contract/forum/api.ts';
import { EDIT_REASON_MAX_CHARACTERS } from '#contract/forum/limits.ts';
import { EditConflict } from './edit-conflict.tsx';

const NOT_KNOWN = "while your edit was being saved. Press Save again; it won't be applied twice.";

/** Editor shown in place of the user's own first post; giving a reason is optional. */
export function EditPostForm({ post, onSaved, onCancel }: { post: Post; onSaved(post: Post): void; onCancel(): void }) {
  const { transport } = useAppContext();
  const field = useRef<HTMLTextAreaElement>(null);
  const goOn = useRef<HTMLButtonElement>(null);
  const [newer, setNewer] = useState<Post | null>(null);
  const words = useComposerText({ post: post.id }, { text: post.content, reason: '', version: post.version });
  const [isWaiting, setWaiting] = useState(false);
  const [isLeaving, setLeaving] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [failure, setFailure] = useState<string | null>(null);
  const { text, reason = '', version = post.version } = words.typed;

  useEffect(() => field.current?.focus(), []);
  useEffect(() => {
    if (isLeaving) goOn.current?.focus();
  }, [isLeaving]);

  const refused = async (thrown: unknown): Promise<void> => {
    if (!(thrown instanceof CallError)) return setFailure(troubleOf(thrown));
    if (thrown.code === 'POST_CHANGED') {
      const now = await getPost(transport, { params: { id: post.id } }).catch(() => null);
      if (now) return setNewer(now.post);
    }
    const { content, editReason } = thrown.fields;
    if (content || editReason) setErrors(thrown.fields);
    else setFailure(isUnsure(thrown) ? `${mishapOf(thrown)} ${NOT_KNOWN}` : troubleOf(thrown));
  };
  const save = async (): Promise<void> => {
    if (isBusy) return;
    const content = withoutPlaces(text);
    const objection = isWaiting ? 'A picture is still uploading. Wait for it or cancel it.' : objectionTo(content);
    setErrors(objection ? { content: objection } : {});
    setFailure(null);
    if (objection) return field.current?.focus();
    setBusy(true);
    try {
      const editReason = reason.trim();
      const body = { content, version, ...(editReason ? { editReason } : {}) };
      const saved = await editPost(transport, { params: { id: post.id }, body });
      words.forget();
      onSaved(saved);
    } catch (thrown) {
      await refused(thrown);
      setBusy(false);
    }
  };
  const leave = (): void => {
    words.forget();
    onCancel();
  };
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    void save();
  };
  return (
    <form className="composer-own-fields mt-2.5" method="post" noValidate aria-label="Edit post" onSubmit={submit}>
      <DraftNotice other={words.other} onSwap={words.swap} />
      {newer && (
        <EditConflict
          newer={newer}
          onOver={() => {
            words.change({ version: newer.version });
            setNewer(null);
            field.current?.focus();
          }}
        />
      )}
      <Composer
        label="Edit post"
        field={field}
        value={text}
        onChange={(next) => words.change({ text: next })}
        onSend={() => void save()}
        onWaiting={setWaiting}
        threadId={post.threadId}
        isBusy={isBusy}
        error={errors.content ?? null}
      />
      <TextField
        label="Reason for the edit (optional)"
        hint="Shown to everyone next to the post."
        value={reason}
        readOnly={isBusy}
        maxLength={EDIT_REASON_MAX_CHARACTERS}
        autoComplete="off"
        error={errors.editReason}
        onChange={(event) => words.change({ reason: event.currentTarget.value })}
      />
      {failure && <Message tone="error">{failure}</Message>}
      {isLeaving ? (
        <div className="flex flex-wrap items-center justify-end gap-2">
          <p className="mr-auto">Discard your changes?</p>
          <Button variant="danger" onClick={leave}>
            Discard
          </Button>
          <Button
            ref={goOn}
            onClick={() => {
              setLeaving(false);
              field.current?.focus();
            }}
          >
            Keep editing
          </Button>
        </div>
      ) : (
        <div className="flex flex-wrap justify-end gap-2">
          <Button disabled={isBusy} onClick={() => (words.isTouched ? setLeaving(true) : leave())}>
            Cancel
          </Button>
          <Button type="submit" variant="solid" busy={isBusy} disabled={newer !== null}>
            {isBusy ? 'Saving...' : 'Save'}
          </Button>
        </div>
      )}
    </form>
  );
}
