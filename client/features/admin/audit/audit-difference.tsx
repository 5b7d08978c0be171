import { useState } from 'react';
import { Button } from '#client/ui/forms/button.tsx';
import { changesOf } from './audit-changes.ts';

/** Maximum characters and lines shown before expanding. */
const SHORT_TEXT = 120;
const SHORT_LIST = 4;

const cut = (text: string, isCut: boolean): string =>
  isCut && text.length > SHORT_TEXT ? `${[...text].slice(0, SHORT_TEXT).join('')}…` : text;

const Value = ({ text, isCut, isOld }: { text: string | null; isCut: boolean; isOld?: boolean }) => {
  if (text === null) return <span className="text-muted">nothing</span>;
  if (text === '') return <span className="text-muted">empty</span>;
  const Mark = isOld ? 'del' : 'ins';
  return <Mark className={isOld ? 'text-muted' : 'no-underline'}>{cut(text, isCut)}</Mark>;
};

/** Shows the values before and after an action. Long values and lists are truncated until expanded. */
export function AuditDifference({
  before,
  after,
  isRemoval,
  about,
}: {
  before: unknown;
  after: unknown;
  /** Whether the action removed the subject itself. */
  isRemoval: boolean;
  /** Identifies the entry for screen readers. */
  about: string;
}) {
  const [isWhole, setWhole] = useState(false);
  const changes = changesOf(before, after, isRemoval);
  if (changes.length === 0) return <span className="text-muted">None</span>;
  const isLong =
    changes.length > SHORT_LIST ||
    changes.some((change) => Math.max(change.before?.length ?? 0, change.after?.length ?? 0) > SHORT_TEXT);
  return (
    <div className="grid justify-items-start gap-1.5">
      <ul className="grid gap-1">
        {(isWhole ? changes : changes.slice(0, SHORT_LIST)).map((change) => (
          <li key={change.name} className="wrap-anywhere text-sm">
            {change.name && <span className="text-muted">{change.name}: </span>}
            {change.before !== null && (
              <>
                <Value text={change.before} isCut={!isWhole} isOld />
                <span className="text-muted" aria-hidden="true">
                  {' → '}
                </span>
                <span className="sr-only"> changed to </span>
              </>
            )}
            <Value text={change.after} isCut={!isWhole} />
          </li>
        ))}
      </ul>
      {isLong && (
        <Button
          size="sm"
          aria-expanded={isWhole}
          aria-label={isWhole ? `Show less of ${about}` : `Show all of ${about}`}
          onClick={() => setWhole(!isWhole)}
        >
          {isWhole ? 'Show less' : 'Show all'}
        </Button>
      )}
    </div>
  );
}
