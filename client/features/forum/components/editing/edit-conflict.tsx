import { Button } from '#client/ui/forms/button.tsx';
import { Message } from '#client/ui/overlay/message.tsx';
import type { Post } from '#contract/forum/api.ts';

/** Shown when the post has changed since the editor was opened. Both texts are visible, so that no change is lost unnoticed. */
export function EditConflict({ newer, onOver }: { newer: Post; onOver(): void }) {
  return (
    <section aria-label="The current post">
      <Message
        tone="error"
        action={
          <Button size="sm" onClick={onOver}>
            Continue with my version
          </Button>
        }
      >
        This post has changed since you opened it. Your text below was not saved. This is the current version:
      </Message>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long text must be scrollable by keyboard */}
      <pre className="composer-other" tabIndex={0}>
        {newer.content}
      </pre>
    </section>
  );
}
