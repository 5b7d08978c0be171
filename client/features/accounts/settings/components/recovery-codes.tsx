import { useState } from 'react';
import { Button, buttonClass } from '#client/ui/forms/button.tsx';
import { Message } from '#client/ui/overlay/message.tsx';

const fileOf = (siteName: string, codes: string[]): string =>
  `data:text/plain;charset=utf-8,${encodeURIComponent(`Recovery codes for ${siteName}\n\n${codes.join('\n')}\n`)}`;

/** Shows new recovery codes to copy or download (product.md ID-9). They cannot be shown again. */
export function RecoveryCodes({
  codes,
  siteName,
  isBusy,
  onKept,
}: {
  codes: string[];
  siteName: string;
  isBusy?: boolean;
  onKept: () => void;
}) {
  const [said, setSaid] = useState('');
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(codes.join('\n'));
      setSaid('Copied.');
    } catch {
      setSaid('Copying failed. Select the codes and copy them manually.');
    }
  };
  return (
    <div className="grid gap-4">
      <Message tone="info">
        Keep these codes somewhere safe, not on your phone. Each one works once in place of a code from the app. They
        won't be shown again.
      </Message>
      <ol tabIndex={-1} aria-label="Recovery codes" className="grid gap-x-6 gap-y-1.5 sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code} className="mono rounded-sm bg-raised px-3 py-2 text-sm wrap-anywhere">
            {code}
          </li>
        ))}
      </ol>
      <div className="flex flex-wrap items-center gap-2.5">
        <Button onClick={copy}>Copy</Button>
        <a href={fileOf(siteName, codes)} download="recovery-codes.txt" className={buttonClass()}>
          Download as text
        </a>
        <Button variant="solid" busy={isBusy} onClick={onKept}>
          I have saved them
        </Button>
        <p role="status" className="text-sm text-muted">
          {said}
        </p>
      </div>
    </div>
  );
}
