import { useState } from 'react';
import { useAppContext } from '#client/kit/data/app-context.ts';
import { Button } from '#client/ui/forms/button.tsx';
import type { Resource } from '#contract/resources/api.ts';
import { type CreditLine, creditLines } from './credit-lines.ts';

const Line = ({ label, text, onCopied }: CreditLine & { onCopied: (said: string) => void }) => {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      onCopied(`${label} copied.`);
    } catch {
      onCopied('Your browser blocked copying. Select the text and copy it yourself.');
    }
  };
  return (
    <li className="grid gap-2">
      <div className="flex items-center justify-between gap-3">
        <span className="text-muted">{label}</span>
        <Button size="sm" aria-label={`Copy ${label.toLowerCase()}`} onClick={copy}>
          Copy
        </Button>
      </div>
      <p className="rounded-sm bg-raised px-3 py-2 wrap-anywhere">{text}</p>
    </li>
  );
};

/** The credit for an asset in three forms, each with a copy button. */
export function CreditForms({ resource }: { resource: Resource }) {
  const { origin } = useAppContext();
  const [said, setSaid] = useState('');
  return (
    <div className="mt-3 grid gap-3 text-sm">
      <ul className="grid gap-3">
        {creditLines(resource, origin).map((line) => (
          <Line key={line.label} {...line} onCopied={setSaid} />
        ))}
      </ul>
      <p role="status" className="text-muted">
        {said}
      </p>
    </div>
  );
}
