import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { Composer } from '#client/features/forum/components/composer/composer-box.tsx';
import { appended, putIn } from '#client/features/forum/components/composer/composer-change.ts';
import { withoutPlaces } from '#client/features/forum/components/composer/composer-pictures.ts';
import { type Answered, mentionOf, quoteOf } from '#client/features/forum/components/composer/composer-quote.ts';
import { change, writtenIn } from '#client/features/forum/components/composer/composer-text.ts';
import {
  isUnsure,
  mishapOf,
  objectionTo,
  troubleOf,
} from '#client/features/forum/components/composer/composer-trouble.ts';
import { useComposerText } from '#client/features/forum/components/composer/composer-use-words.ts';
import { DraftNotice } from '#client/features/forum/components/composer/draft-notice.tsx';
import { createPost } from '#client/features/forum/writing-api.ts';
import { useAppContext } from '#client/kit/data/app-context.ts';
import { CallError } from '#client/kit/data/call.ts';
import { useAuth } from '#client/kit/session.tsx';
import { Button } from '#client/ui/forms/button.tsx';
import { Message } from '#client/ui/overlay/message.tsx';
import type { Post, ThreadPage } from '#contract/forum/api.ts';
import { findPosted, type Unsure } from './reply-form-sending.ts';

const MAY_BE_POSTED =
  'while your reply was being sent, so it may have been posted. You can press "Post reply" again; it will not be posted twice.';

/** Inserts a mention or quote of the post being replied to, and places the caret after it. */
const answer = (field: HTMLTextAreaElement, { post, as }: Answered): void => {
  field.focus({ preventScroll: true });
  const written = writtenIn(field);
  change(field, as === 'quote' ? appended(written, quoteOf(post)) : putIn(written, mentionOf(post)));
  field.scrollIntoView({ block: 'nearest' });
};

/** Form for a reply. The text is kept until the server has confirmed it. */
export function ReplyFormBody({
  thread,
  isClosed,
  quote,
  onPosted,
}: {
  thread: ThreadPage;
  /** When replies are closed, the form only shows text that was already being written. */
  isClosed: boolean;
  quote?: Answered;
  onPosted(post: Post): void;
}) {
  const context = useAppContext();
  const { session } = useAuth();
  const field = useRef<HTMLTextAreaElement>(null);
  const words = useComposerText({ thread: thread.id }, { text: '' });
  const unsure = useRef<Unsure | null>(null);
  const [isWaiting, setWaiting] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [told, setTold] = useState('');
  const { text } = words.typed;
  const userId = session.user?.id ?? '';

  const answeredNonce = useRef<number>(undefined);
  useEffect(() => {
    if (!quote || !field.current || answeredNonce.current === quote.nonce) return;
    answeredNonce.current = quote.nonce;
    answer(field.current, quote);
  }, [quote]);

  const posted = (post: Post, content: string): void => {
    const isAll = content === withoutPlaces(text);
    unsure.current = null;
    if (isAll) words.forget();
    setTold(
      isAll ? 'Your reply was posted.' : 'Your reply was posted. The changes you made since then are still here.',
    );
    onPosted(post);
  };
  const attempt = async (content: string): Promise<void> => {
    const { current: lost } = unsure;
    const found = lost && (await findPosted(context, thread.id, userId, lost));
    if (found) return posted(found, lost.content);
    unsure.current = { content, after: thread.lastNumber };
    const post = await createPost(context.transport, { body: { threadId: thread.id, content } });
    posted(post, content);
  };
  const send = async (): Promise<void> => {
    if (isBusy || isClosed) return;
    const content = withoutPlaces(text);
    const objection = isWaiting ? 'A picture is still uploading. Wait for it or cancel it.' : objectionTo(content);
    setError(objection);
    setFailure(null);
    setTold('');
    if (objection) return field.current?.focus();
    setBusy(true);
    try {
      await attempt(content);
    } catch (thrown) {
      const isLost = isUnsure(thrown);
      if (!isLost) unsure.current = null;
      const said = thrown instanceof CallError ? thrown.fields.content : undefined;
      if (said) setError(said);
      else setFailure(isLost ? `${mishapOf(thrown)} ${MAY_BE_POSTED}` : troubleOf(thrown));
    }
    setBusy(false);
    field.current?.focus({ preventScroll: true });
  };
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    void send();
  };

  if (isClosed && !words.isTouched) return null;
  return (
    <form
      method="post"
      noValidate
      aria-label="Post a Reply"
      className={isClosed ? 'mt-3' : undefined}
      onSubmit={submit}
    >
      <DraftNotice other={words.other} onSwap={words.swap} />
      <Composer
        label="Post a Reply"
        field={field}
        value={text}
        onChange={(next) => {
          words.change({ text: next });
          setError(null);
        }}
        onSend={() => void send()}
        onWaiting={setWaiting}
        threadId={thread.id}
        isBusy={isBusy}
        error={error}
      >
        <Button type="submit" variant="solid" busy={isBusy} disabled={isClosed}>
          Post reply
        </Button>
      </Composer>
      {failure && (
        <Message tone="error" className="mt-3">
          {failure}
        </Message>
      )}
      <p role="status" className="sr-only">
        {told}
      </p>
    </form>
  );
}
