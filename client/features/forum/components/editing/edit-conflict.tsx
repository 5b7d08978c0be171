import { Button } from '#client/ui/forms/button.tsx';
import { Message } from '#client/ui/overlay/message.tsx';
import type { Post } from '#contract/forum/api.ts';

/** The post was changed meanwhile: both texts are shown, and nothing is replaced that nobody has looked at. */
export function EditConflict({ newer, onOver }: { newer: Post; onOver(): void }) {
  return (
    <section aria-label="The post as it is now">
      <Message
        tone="error"
        action={
          <Button size="sm" onClick={onOver}>
            Go on with my text
          </Button>
        }
      >
        This post was changed meanwhile. Your text is below and was not saved; here is what the post says now.
      </Message>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long text scrolls, and must do so by the keys */}
      <pre className="composer-other" tabIndex={0}>
        {newer.content}
      </pre>
    </section>
  );
}
