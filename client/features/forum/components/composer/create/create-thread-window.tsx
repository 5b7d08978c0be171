import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { useComposerText } from '#client/features/forum/components/composer/composer-use-words.ts';
import { useAppContext } from '#client/kit/data/app-context.ts';
import { invalidateAll } from '#client/kit/data/query.ts';
import { Button } from '#client/ui/forms/button.tsx';
import { Dialog } from '#client/ui/overlay/dialog.tsx';
import type { SubcategoryPage, Thread } from '#contract/forum/api.ts';
import { threadPath } from '#contract/paths.ts';
import { CreateThreadForm } from './create-thread-form.tsx';

/** The Create Thread dialog. Text is kept as a draft; closing the dialog asks whether to keep it. */
export function CreateThreadWindow({ subcategory, onClose }: { subcategory: SubcategoryPage; onClose(): void }) {
  const context = useAppContext();
  const navigate = useNavigate();
  const title = useRef<HTMLInputElement>(null);
  const goOn = useRef<HTMLButtonElement>(null);
  const words = useComposerText({ subcategory: subcategory.id }, { text: '', title: '', tags: [] });
  const [isLeaving, setLeaving] = useState(false);
  const created = (thread: Thread): void => {
    words.forget();
    invalidateAll(context);
    onClose();
    void navigate(threadPath({ category: subcategory.category, subCategory: subcategory }, thread.id));
  };
  const stay = (): void => {
    setLeaving(false);
    title.current?.focus();
  };
  return (
    <>
      <Dialog
        wide
        open
        onOpenChange={() => (words.isTouched ? setLeaving(true) : onClose())}
        title="Create Thread"
        description={`In ${subcategory.name}`}
        initialFocus={title}
      >
        <CreateThreadForm
          subcategory={subcategory}
          words={words}
          first={title}
          onCancel={() => (words.isTouched ? setLeaving(true) : onClose())}
          onCreated={created}
        />
      </Dialog>
      <Dialog
        open={isLeaving}
        onOpenChange={stay}
        title="Keep your draft?"
        description="It's saved in this browser and will be restored when you open Create Thread again."
        initialFocus={goOn}
        actions={
          <>
            <Button
              variant="danger"
              onClick={() => {
                words.forget();
                onClose();
              }}
            >
              Discard
            </Button>
            <Button onClick={onClose}>Keep draft</Button>
            <Button ref={goOn} variant="solid" onClick={stay}>
              Keep writing
            </Button>
          </>
        }
      />
    </>
  );
}
