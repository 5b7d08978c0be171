import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { useComposerText } from '#client/features/forum/components/composer/composer-use-words.ts';
import type { Typed } from '#client/features/forum/components/composer/draft-store.ts';
import { getResource } from '#client/features/resources/api.ts';
import { useAppContext } from '#client/kit/data/app-context.ts';
import { invalidateAll, load, read } from '#client/kit/data/query.ts';
import { Button } from '#client/ui/forms/button.tsx';
import { Dialog } from '#client/ui/overlay/dialog.tsx';
import type { SubcategoryPage, Thread } from '#contract/forum/api.ts';
import { THREAD_TITLE_MAX_CHARACTERS } from '#contract/forum/limits.ts';
import { resourcePath, threadPath } from '#contract/paths.ts';
import type { Resource } from '#contract/resources/api.ts';
import { CreateThreadForm } from './create-thread-form.tsx';

type Given = { subcategory: SubcategoryPage; onClose(): void };

/** What the form starts with, and the id that its draft is kept under. */
type Start = { typed: Typed; draft: string };

/** A thread about an asset starts with a link to it, which becomes a card. It has a draft of its own. */
const startAbout = ({ id, title }: Resource, subcategoryId: string): Start => ({
  typed: {
    title: `About ${title}`.slice(0, THREAD_TITLE_MAX_CHARACTERS),
    text: `[${title.replaceAll(/[\\[\]`*_<]/g, '\\$&')}](${resourcePath(id)})\n\n`,
    tags: [],
  },
  draft: `${subcategoryId}:${id}`,
});

/**
 * The Create Thread dialog. `about` is the id of the asset that the thread is about, from the URL; an unknown one results in an
 * empty form.
 */
export function CreateThreadWindow({ about, ...given }: Given & { about: string | null }) {
  const context = useAppContext();
  const { id } = given.subcategory;
  const [start, setStart] = useState<Start>();
  useEffect(() => {
    const empty: Start = { typed: { text: '', title: '', tags: [] }, draft: id };
    if (!about) return setStart(empty);
    load(context, read(getResource, { params: { id: about } })).then(
      (asset) => setStart(startAbout(asset, id)),
      () => setStart(empty),
    );
  }, [context, about, id]);
  return start && <ThreadWindow {...given} start={start} isAbout={about !== null} />;
}

/** Text is kept as a draft; closing the dialog asks whether to keep it. */
const ThreadWindow = ({ subcategory, start, isAbout, onClose }: Given & { start: Start; isAbout: boolean }) => {
  const context = useAppContext();
  const navigate = useNavigate();
  const title = useRef<HTMLInputElement>(null);
  const goOn = useRef<HTMLButtonElement>(null);
  const words = useComposerText({ subcategory: start.draft }, start.typed);
  const [isLeaving, setLeaving] = useState(false);
  const created = (thread: Thread): void => {
    words.forget();
    invalidateAll(context);
    onClose();
    // Going back from the thread must not open the dialog again.
    const place = { category: subcategory.category, subCategory: subcategory };
    void navigate(threadPath(place, thread.id), { replace: isAbout });
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
};
