import { type RefObject, useEffect, useRef, useState } from 'react';
import { getSubcategory } from '#client/features/forum/api.ts';
import { Composer } from '#client/features/forum/components/composer/composer-box.tsx';
import { withoutPlaces } from '#client/features/forum/components/composer/composer-pictures.ts';
import { isUnsure, mishapOf, troubleOf } from '#client/features/forum/components/composer/composer-trouble.ts';
import type { ComposerText } from '#client/features/forum/components/composer/composer-use-words.ts';
import { DraftNotice } from '#client/features/forum/components/composer/draft-notice.tsx';
import { createThread } from '#client/features/forum/writing-api.ts';
import { useAppContext } from '#client/kit/data/app-context.ts';
import { useCallForm } from '#client/kit/form.tsx';
import { useAuth } from '#client/kit/session.tsx';
import { TagsField } from '#client/kit/tags-field.tsx';
import { Button } from '#client/ui/forms/button.tsx';
import { TextField } from '#client/ui/forms/text-field.tsx';
import { Message } from '#client/ui/overlay/message.tsx';
import type { SubcategoryPage, Thread } from '#contract/forum/api.ts';
import { THREAD_TAGS_MAX } from '#contract/forum/limits.ts';
import { createThread as contract } from '#contract/forum/write.ts';

const schema = contract.body.pick({ title: true, content: true, tags: true });

const failureOf = (error: unknown): string =>
  isUnsure(error)
    ? `${contract.fallback} ${mishapOf(error)}; trying again will not create the thread twice.`
    : troubleOf(error);

/** Title, content and tags of a new thread (section 6: title and content are required). */
export function CreateThreadForm({
  subcategory,
  words,
  first,
  onCancel,
  onCreated,
}: {
  subcategory: SubcategoryPage;
  words: ComposerText;
  first: RefObject<HTMLInputElement | null>;
  onCancel(): void;
  onCreated(thread: Thread): void;
}) {
  const context = useAppContext();
  const { session } = useAuth();
  const content = useRef<HTMLTextAreaElement>(null);
  const [isWaiting, setWaiting] = useState(false);
  const { title = '', text, tags = [] } = words.typed;
  const slugs = { categorySlug: subcategory.category.slug, subcategorySlug: subcategory.slug };
  // Set after a response was lost: the IDs of the threads that were known before the call. A matching thread that is not in this
  // set was created by that call.
  const lostAmong = useRef<ReadonlySet<string> | null>(null);
  const findBegun = async (name: string, known: ReadonlySet<string>): Promise<Thread | undefined> => {
    const { threads } = await getSubcategory(context.transport, { params: slugs });
    return threads.find(
      (thread) => thread.title === name.trim() && thread.author.id === session.user?.id && !known.has(thread.id),
    );
  };
  const { submit, isBusy, failure, form } = useCallForm({
    schema,
    defaults: { title, content: text, tags },
    describe: failureOf,
    send: async (values) => {
      const known = lostAmong.current ?? new Set(subcategory.threads.map(({ id }) => id));
      const found = lostAmong.current ? await findBegun(values.title, known) : undefined;
      if (found) return onCreated(found);
      const body = { ...values, content: withoutPlaces(values.content), categoryId: subcategory.id, ...slugs };
      try {
        onCreated(await createThread(context.transport, { body }));
      } catch (error) {
        lostAmong.current = isUnsure(error) ? known : null;
        throw error;
      }
    },
  });
  const { errors, isSubmitted } = form.formState;

  // The draft holds the values; the form only validates and sends them.
  useEffect(() => {
    const given = { shouldValidate: isSubmitted, shouldDirty: true };
    form.setValue('title', title, given);
    form.setValue('content', text, given);
    form.setValue('tags', tags, given);
  }, [form, title, text, tags, isSubmitted]);

  const element = useRef<HTMLFormElement>(null);
  return (
    <form
      ref={element}
      className="composer-own-fields"
      method="post"
      noValidate
      onSubmit={(event) => {
        if (!isWaiting) return submit(event);
        event.preventDefault();
        form.setError('content', { message: 'A picture is still uploading. Wait for it or cancel it.' });
      }}
    >
      <DraftNotice other={words.other} onSwap={words.swap} />
      <TextField
        label="Title"
        ref={first}
        value={title}
        readOnly={isBusy}
        autoComplete="off"
        error={errors.title?.message}
        onChange={(event) => words.change({ title: event.currentTarget.value })}
      />
      <Composer
        label="Content"
        isLabelled
        field={content}
        value={text}
        onChange={(next) => words.change({ text: next })}
        onSend={() => element.current?.requestSubmit()}
        onWaiting={setWaiting}
        isBusy={isBusy}
        error={errors.content?.message ?? null}
      />
      <TagsField
        tags={tags}
        most={THREAD_TAGS_MAX}
        error={errors.tags?.message ?? errors.tags?.[0]?.message}
        onChange={(next) => words.change({ tags: next })}
      />
      {failure && <Message tone="error">{failure}</Message>}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" variant="solid" busy={isBusy}>
          {isBusy ? 'Creating...' : 'Create Thread'}
        </Button>
      </div>
    </form>
  );
}
