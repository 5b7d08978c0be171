import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import type { ToolboxFailure } from '#client/features/toolbox/toolbox-labels.ts';
import { Button, buttonClass } from '#client/ui/forms/button.tsx';
import { IconButton } from '#client/ui/forms/icon-button.tsx';
import { Message } from '#client/ui/overlay/message.tsx';

/** The red error banner (specification, section 8). Scrolls into view, because the failed action may be far away on the page. */
export function Banner({
  failure,
  server,
  staysPut = false,
  onRetry,
  onClose,
}: {
  failure: ToolboxFailure;
  /** Name of the affected server, because another one may be selected by now. */
  server?: string;
  /** Disables scrolling, because another element has the focus. */
  staysPut?: boolean;
  onRetry?: () => void;
  onClose?: () => void;
}) {
  const box = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: run again for each failure
  useEffect(() => {
    if (!staysPut) box.current?.scrollIntoView({ block: 'nearest' });
  }, [failure]);
  const { sentence, reason, code } = failure;
  const action =
    code === 'TWO_FACTOR_NEEDED' ? (
      <Link to="/settings" className={buttonClass({ size: 'sm' })}>
        Turn it on
      </Link>
    ) : (
      onRetry && (
        <Button size="sm" onClick={onRetry}>
          Try again
        </Button>
      )
    );
  return (
    <div ref={box}>
      <Message
        tone="error"
        action={
          <>
            {action}
            {onClose && <IconButton icon="close" label="Close message" size="sm" onClick={onClose} />}
          </>
        }
      >
        {server && <p className="text-sm font-semibold wrap-anywhere">{server}</p>}
        <p>{sentence}</p>
        {reason && <p className="text-sm text-muted">{reason}</p>}
      </Message>
    </div>
  );
}
