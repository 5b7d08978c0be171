import { type RefObject, useEffect, useState } from 'react';
import { Ago } from '#client/kit/text/ago.tsx';
import { formatDay } from '#client/kit/text/format-date.ts';
import { Badge } from '#client/ui/badge.tsx';
import { Button } from '#client/ui/forms/button.tsx';
import { type PersonalToken, scopeWords } from '#contract/accounts/personal-tokens.ts';

const SOON_MS = 3 * 86_400_000;

/** Rendered only after hydration, because it depends on the browser's clock. */
const ExpiresSoon = ({ at }: { at: string }) => {
  const [isSoon, setSoon] = useState(false);
  useEffect(() => setSoon(Date.parse(at) - Date.now() < SOON_MS), [at]);
  return isSoon && <Badge tone="tungsten">Expires soon</Badge>;
};

const TokenRow = ({
  token: { name, scopes, createdAt, lastUsedAt, expiresAt },
  isBusy,
  onDelete,
}: {
  token: PersonalToken;
  isBusy: boolean;
  onDelete: () => void;
}) => (
  <li className="flex items-start gap-3.5 border-b border-line py-3">
    <div className="min-w-0 flex-1">
      <p className="flex flex-wrap items-center gap-2 font-semibold wrap-anywhere">
        {name}
        <ExpiresSoon at={expiresAt} />
      </p>
      <p className="text-sm">{scopes.map((scope) => scopeWords[scope].label).join(', ')}</p>
      <p className="text-sm text-muted">
        {lastUsedAt ? (
          <>
            Last used <Ago time={lastUsedAt} />
          </>
        ) : (
          'Never used'
        )}
        , created on {formatDay(createdAt)}, expires on {formatDay(expiresAt)}
      </p>
    </div>
    <Button size="sm" variant="quiet" idle={isBusy} onClick={onDelete} aria-label={`Delete ${name}`}>
      Delete
    </Button>
  </li>
);

/** The user's tokens, newest first. */
export function TokenList({
  tokens,
  list,
  isBusy,
  onDelete,
}: {
  tokens: PersonalToken[];
  list: RefObject<HTMLUListElement | null>;
  isBusy: boolean;
  onDelete: (token: PersonalToken) => void;
}) {
  return (
    <ul ref={list} tabIndex={-1} aria-label="Your tokens" className="border-t border-line">
      {tokens.map((token) => (
        <TokenRow key={token.id} token={token} isBusy={isBusy} onDelete={() => onDelete(token)} />
      ))}
    </ul>
  );
}
