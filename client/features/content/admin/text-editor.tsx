import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { useAppContext } from '#client/kit/data/app-context.ts';
import { invalidateAll, read, update } from '#client/kit/data/query.ts';
import { sentenceOf, useCallForm } from '#client/kit/form.tsx';
import { useUnsaved } from '#client/kit/settings/use-unsaved.ts';
import { Button } from '#client/ui/forms/button.tsx';
import { TextArea } from '#client/ui/forms/text-field.tsx';
import { ConfirmWindow } from '#client/ui/overlay/confirm-window.tsx';
import { Message } from '#client/ui/overlay/message.tsx';
import { showToast } from '#client/ui/overlay/toast-queue.ts';
import { Prose } from '#client/ui/prose.tsx';
import { type AdminText, saveText as saveCall } from '#contract/content/pages.ts';
import { MARKDOWN_MAX_CHARACTERS } from '#contract/limits.ts';
import { getAdminText, previewText, resetText, saveText } from './texts-api.ts';

const schema = saveCall.body.pick({ body: true });

type Question = 'leave' | 'reset' | null;

const questions = {
  leave: {
    title: 'Leave without saving?',
    consequence: 'Your changes to this text will be lost.',
    action: 'Leave',
  },
  reset: {
    title: 'Restore the default text?',
    consequence: 'This replaces your text immediately. The changes are kept in the audit log.',
    action: 'Restore',
  },
};

/** Markdown editor for one of the site's texts, with a preview of its page. */
export function TextEditor({ text, onLeave }: { text: AdminText; onLeave: () => void }) {
  const context = useAppContext();
  const { transport } = context;
  const { slug, title } = text;
  const params = { slug };
  const heading = useRef<HTMLHeadingElement>(null);
  // Move focus, because the button that opened the editor was removed together with the list.
  useEffect(() => heading.current?.focus(), []);
  const [preview, setPreview] = useState<string | null>(null);
  const [asked, setAsked] = useState<Question>(null);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  const settle = (saved: AdminText, said: string): void => {
    showToast({ tone: 'success', text: said });
    // The public page and the list are outdated too.
    invalidateAll(context);
    update(context, read(getAdminText, { params }), () => saved);
  };
  const form = useCallForm({
    schema,
    defaults: { body: text.body },
    send: async ({ body }) => {
      const saved = await saveText(transport, { params, body: { body, was: text.updatedAt } });
      const typed = form.form.getValues('body');
      // Keep the caret where it is if the user continues typing. What they type during the call is not saved yet.
      form.form.reset({ body: saved.body }, { keepValues: true });
      form.form.setValue('body', typed === body ? saved.body : typed, { shouldDirty: true });
      settle(saved, `${title} saved. The page is up to date.`);
    },
  });
  const blocker = useUnsaved(form.isDirty);
  const question = blocker.state === 'blocked' ? 'leave' : asked;

  const act = async (run: () => Promise<void>): Promise<void> => {
    setBusy(true);
    setFailure(null);
    try {
      await run();
      setAsked(null);
    } catch (error) {
      setFailure(sentenceOf(error));
    }
    setBusy(false);
  };
  const look = () => act(async () => setPreview((await previewText(transport, { body: form.form.getValues() })).html));
  const reset = () =>
    act(async () => {
      const saved = await resetText(transport, { params });
      form.form.reset({ body: saved.body });
      setPreview(null);
      settle(saved, `${title}: default text restored.`);
    });
  const close = (): void => {
    setFailure(null);
    setAsked(null);
    blocker.reset?.();
  };
  const confirm = (): void => {
    if (question === 'reset') void reset();
    else if (blocker.state === 'blocked') blocker.proceed();
    else onLeave();
  };

  return (
    <div className="grid gap-5">
      <div className="flex flex-wrap items-center gap-3">
        <h2 ref={heading} tabIndex={-1} className="display text-h3">
          {title}
        </h2>
        <Link to={`/${slug}`} className="link">
          Open the page
        </Link>
        <Button size="sm" className="ml-auto" onClick={() => (form.isDirty ? setAsked('leave') : onLeave())}>
          All texts
        </Button>
      </div>
      <form className="grid gap-4" method="post" noValidate onSubmit={form.submit}>
        <TextArea
          label="Text"
          hint="Markdown: ## heading, **bold**, [text](/path), - or 1. for lists. No HTML or images."
          rows={20}
          maxLength={MARKDOWN_MAX_CHARACTERS}
          className="mono"
          {...form.field('body')}
        />
        {form.failure && <Message tone="error">{form.failure}</Message>}
        {failure && !question && <Message tone="error">{failure}</Message>}
        <div className="flex flex-wrap gap-2">
          <Button type="submit" variant="solid" busy={form.isBusy} disabled={!form.isReady} idle={!form.isDirty}>
            {form.isBusy ? 'Saving...' : 'Save'}
          </Button>
          <Button busy={isBusy && !question} onClick={() => void look()}>
            Preview
          </Button>
          <Button variant="danger" idle={text.isDefault} onClick={() => setAsked('reset')}>
            Restore default
          </Button>
        </div>
      </form>
      {preview !== null && (
        <section className="panel p-5" aria-label="Preview">
          <Prose html={preview} />
        </section>
      )}
      {question && (
        <ConfirmWindow {...questions[question]} isBusy={isBusy} failure={failure} onConfirm={confirm} onClose={close} />
      )}
    </div>
  );
}
