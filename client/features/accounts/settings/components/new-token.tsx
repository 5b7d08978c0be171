import { useEffect, useRef, useState } from 'react';
import { Button } from '#client/ui/forms/button.tsx';
import { Message } from '#client/ui/overlay/message.tsx';

/** Shows a new token to copy and save. It cannot be shown again. */
export function NewToken({ token, onKept }: { token: string; onKept: () => void }) {
  const [said, setSaid] = useState('');
  const box = useRef<HTMLElement>(null);
  // Move focus here, because the form that was focused has been removed.
  useEffect(() => box.current?.focus(), []);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(token);
      setSaid('Copied.');
    } catch {
      setSaid('Copying failed. Select the token and copy it manually.');
    }
  };
  return (
    <section ref={box} tabIndex={-1} aria-label="Your new token" className="grid gap-4">
      <Message tone="info">
        Copy the token now. It is shown only once. Anyone who has it can act as you, so treat it like a password.
      </Message>
      <p className="mono rounded-sm bg-raised px-3 py-2.5 text-sm wrap-anywhere">{token}</p>
      <div className="flex flex-wrap items-center gap-2.5">
        <Button onClick={copy}>Copy token</Button>
        <Button variant="solid" onClick={onKept}>
          I have saved it
        </Button>
        <p role="status" className="text-sm text-muted">
          {said}
        </p>
      </div>
    </section>
  );
}
