import { useEffect, useRef, useState } from 'react';
import { Button } from '#client/ui/forms/button.tsx';
import { Message } from '#client/ui/overlay/message.tsx';

/** A token that was just made, which nobody can see again: to copy, to be kept. */
export function NewToken({ token, onKept }: { token: string; onKept: () => void }) {
  const [said, setSaid] = useState('');
  const box = useRef<HTMLElement>(null);
  // The form that was filled in is gone, and with it the place of the keyboard.
  useEffect(() => box.current?.focus(), []);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(token);
      setSaid('Copied.');
    } catch {
      setSaid('Your browser did not let us copy. Mark the token and copy it yourself.');
    }
  };
  return (
    <section ref={box} tabIndex={-1} aria-label="Your new token" className="grid gap-4">
      <Message tone="info">
        Copy the token now: it is shown only this once. Whoever has it can act for you, so keep it like a password.
      </Message>
      <p className="mono rounded-sm bg-raised px-3 py-2.5 text-sm wrap-anywhere">{token}</p>
      <div className="flex flex-wrap items-center gap-2.5">
        <Button onClick={copy}>Copy token</Button>
        <Button variant="solid" onClick={onKept}>
          I have kept it
        </Button>
        <p role="status" className="text-sm text-muted">
          {said}
        </p>
      </div>
    </section>
  );
}
