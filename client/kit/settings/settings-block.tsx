import { type ReactNode, useId } from 'react';
import { Button } from '#client/ui/forms/button.tsx';
import { Message } from '#client/ui/overlay/message.tsx';
import { Panel } from '#client/ui/panel.tsx';

/** Section of a settings page: heading, description and controls. */
export function SettingsBlock({
  title,
  about,
  aside,
  children,
}: {
  title: string;
  about?: ReactNode;
  /** Shown next to the heading. */
  aside?: ReactNode;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <Panel className="md:p-7">
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <h2 id={id} className="display text-h3">
            {title}
          </h2>
          {aside}
        </div>
        {about && <p className="mt-2 max-w-prose text-muted">{about}</p>}
        <div className="mt-5">{children}</div>
      </Panel>
    </section>
  );
}

/** Bottom row of a settings form: status message and submit button. */
export function SaveRow({
  isBusy,
  isReady = true,
  isSaved,
  failure,
}: {
  isBusy: boolean;
  isReady?: boolean;
  isSaved: boolean;
  failure: string | null;
}) {
  return (
    <div className="grid gap-3">
      {failure && <Message tone="error">{failure}</Message>}
      {isSaved && <Message tone="success">Settings saved successfully</Message>}
      <div>
        <Button type="submit" variant="solid" busy={isBusy} disabled={!isReady}>
          {isBusy ? 'Saving...' : 'Save'}
        </Button>
      </div>
    </div>
  );
}
