import { useEffect, useState } from 'react';
import { AssetCard } from '#client/features/forum/components/asset-card.tsx';
import { previewPost } from '#client/features/forum/writing-api.ts';
import { useAppContext } from '#client/kit/data/app-context.ts';
import { Button } from '#client/ui/forms/button.tsx';
import { Message } from '#client/ui/overlay/message.tsx';
import { Prose } from '#client/ui/prose.tsx';
import { Spinner } from '#client/ui/spinner.tsx';
import type { previewPost as contract } from '#contract/forum/write.ts';
import type { ReplyOf } from '#contract/http.ts';
import { objectionTo, troubleOf } from './composer-trouble.ts';

type Shown = ReplyOf<typeof contract>;

/** Preview of the text, rendered with the same code as posts. */
export function ComposerPreview({ text }: { text: string }) {
  const { transport } = useAppContext();
  const [shown, setShown] = useState<Shown | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [tries, setTries] = useState(0);
  const objection = text.trim() === '' ? 'Nothing to preview yet.' : objectionTo(text);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each retry reloads
  useEffect(() => {
    if (objection) return;
    let isLate = false;
    setFailure(null);
    previewPost(transport, { body: { content: text } }).then(
      (answer) => isLate || setShown(answer),
      (error: unknown) => isLate || setFailure(troubleOf(error)),
    );
    return () => {
      isLate = true;
    };
  }, [text, objection, transport, tries]);

  const content = () => {
    if (objection) return <p className="text-muted">{objection}</p>;
    if (failure) {
      return (
        <Message
          tone="error"
          action={
            <Button size="sm" onClick={() => setTries(tries + 1)}>
              Try again
            </Button>
          }
        >
          {failure}
        </Message>
      );
    }
    if (!shown) return <Spinner label="Loading the preview" />;
    return (
      <>
        <Prose html={shown.html} className="post-words" />
        {shown.resources.length > 0 && (
          <ul className="post-cards" aria-label="Linked assets">
            {shown.resources.map((resource) => (
              <li key={resource.id}>
                <AssetCard resource={resource} />
              </li>
            ))}
          </ul>
        )}
      </>
    );
  };
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a long preview must be scrollable by keyboard
    <section className="composer-preview" aria-label="Preview" tabIndex={0}>
      {content()}
    </section>
  );
}
