import { useState } from 'react';
import { Button } from '#client/ui/forms/button.tsx';

/** A command with a copy button. Without scripts, it can be selected like any text. */
export function Command({ text, label }: { text: string; label: string }) {
  const [said, setSaid] = useState('');
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setSaid('Copied.');
    } catch {
      setSaid('Your browser blocked copying. Select the text and copy it yourself.');
    }
  };
  return (
    <div>
      <pre className="api-code">{text}</pre>
      <div className="mt-2 flex flex-wrap items-center gap-3 noscript:hidden">
        <Button size="sm" onClick={copy} aria-label={`Copy ${label}`}>
          Copy
        </Button>
        <p role="status" className="text-sm text-muted">
          {said}
        </p>
      </div>
    </div>
  );
}
