import { type FormEvent, useState } from 'react';
import { adminTime } from '#client/kit/admin/admin-labels.ts';
import { useAppContext } from '#client/kit/data/app-context.ts';
import { reload, useLoaded } from '#client/kit/data/query.ts';
import { sentenceOf } from '#client/kit/form.tsx';
import { Badge } from '#client/ui/badge.tsx';
import { Button } from '#client/ui/forms/button.tsx';
import { TextArea } from '#client/ui/forms/text-field.tsx';
import { Message } from '#client/ui/overlay/message.tsx';
import { SectionFailure } from '#client/ui/section-failure.tsx';
import { UPLOAD_MESSAGE_MAX_CHARACTERS } from '#contract/uploads/limits.ts';
import type { UploadMessage } from '#contract/uploads/messages.ts';
import { addUploadMessage, messagesRead } from './messages-api.ts';

const Line = ({ message: { author, isByReviewer, text, createdAt } }: { message: UploadMessage }) => (
  <li className="border-t border-line py-3 first:border-0 first:pt-0">
    <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm">
      <span className="font-semi wrap-anywhere">{author ?? 'Deleted account'}</span>
      {isByReviewer && <Badge>Reviewer</Badge>}
      <time dateTime={createdAt} className="text-muted">
        {adminTime(createdAt)}
      </time>
    </p>
    <p className="mt-1 whitespace-pre-line wrap-anywhere">{text}</p>
  </li>
);

/**
 * The messages about an upload, and a field for another one. The page loads them with `messagesRead`. `fieldId` is the id of the
 * field, for keys and links that lead to it.
 */
export function UploadMessages({ id, empty, fieldId }: { id: string; empty: string; fieldId: string }) {
  const context = useAppContext();
  const loaded = useLoaded(messagesRead(id));
  const [text, setText] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [isSent, setSent] = useState(false);
  if (!loaded) {
    return (
      <SectionFailure
        sentence="The messages could not be loaded."
        onRetry={() => void reload(context, messagesRead(id)).catch(() => null)}
      />
    );
  }
  const send = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (isBusy || text.trim() === '') return;
    setBusy(true);
    setFailure(null);
    setSent(false);
    try {
      const all = await addUploadMessage(context.transport, { params: { id }, body: { text } });
      context.queryCache.put(messagesRead(id).key, all);
      setText((now) => (now === text ? '' : now));
      setSent(true);
    } catch (error) {
      setFailure(sentenceOf(error));
    }
    setBusy(false);
  };
  return (
    <>
      {loaded.messages.length === 0 && <p className="text-sm text-muted">{empty}</p>}
      <ol aria-label="Messages">
        {loaded.messages.map((message) => (
          <Line key={message.id} message={message} />
        ))}
      </ol>
      <p className="sr-only" role="status">
        {isSent && 'Your message was sent.'}
      </p>
      {loaded.isFull ? (
        <p className="mt-3 text-sm text-muted">This conversation is full.</p>
      ) : (
        <form className="mt-3 flex flex-col gap-3" method="post" onSubmit={(event) => void send(event)}>
          <TextArea
            id={fieldId}
            label="Message"
            rows={2}
            maxLength={UPLOAD_MESSAGE_MAX_CHARACTERS}
            value={text}
            onChange={({ currentTarget }) => setText(currentTarget.value)}
          />
          {failure && <Message tone="error">{failure}</Message>}
          <Button type="submit" size="sm" busy={isBusy} idle={text.trim() === ''} className="self-start">
            Send message
          </Button>
        </form>
      )}
    </>
  );
}
