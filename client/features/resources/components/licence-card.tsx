import { Icon } from '#client/ui/icon.tsx';
import { Panel } from '#client/ui/panel.tsx';
import type { UPLOAD_LICENCES } from '#contract/uploads/limits.ts';
import { factMeaningOf } from './resource-facts.tsx';

type Terms = { allows: readonly string[]; forbids: readonly string[] };

/** Only what the licences' texts say. */
const TERMS: Record<(typeof UPLOAD_LICENCES)[number], Terms> = {
  CC0: {
    allows: ['Personal work', 'Client work', 'Change it', 'No credit needed', 'Pass the files on'],
    forbids: [],
  },
  'CC BY 4.0': {
    allows: ['Personal work', 'Client work', 'Change it', 'Pass the files on'],
    forbids: ['Use without credit'],
  },
  'CC BY-NC 4.0': {
    allows: ['Personal work', 'Change it', 'Pass the files on'],
    forbids: ['Commercial work', 'Use without credit'],
  },
  'Helix Standard': { allows: ['Personal work', 'Client work'], forbids: ['Pass the files on'] },
};

const Term = ({ isAllowed, children }: { isAllowed: boolean; children: string }) => (
  <li
    className={`tint inline-flex h-7 items-center gap-1.5 rounded-sm px-2 text-sm ${isAllowed ? 'c-scope' : 'c-clip'}`}
  >
    <Icon name={isAllowed ? 'check' : 'close'} small />
    <span>
      {!isAllowed && <span className="sr-only">Not allowed: </span>}
      {children}
    </span>
  </li>
);

/** What people may do with the files. */
export function LicenceCard({
  licence,
  isDeclared,
  className,
}: {
  licence: string | null;
  /** Whether the creator declared their right to share. */
  isDeclared: boolean;
  className?: string;
}) {
  const terms = (TERMS as Record<string, Terms>)[licence ?? ''];
  const meaning = factMeaningOf(licence);
  return (
    <Panel className={className}>
      {terms && (
        <ul className="mb-4 flex flex-wrap gap-1.5" aria-label="Licence terms">
          {terms.allows.map((term) => (
            <Term key={term} isAllowed>
              {term}
            </Term>
          ))}
          {terms.forbids.map((term) => (
            <Term key={term} isAllowed={false}>
              {term}
            </Term>
          ))}
        </ul>
      )}
      <dl className="grid gap-3 text-sm">
        {licence !== null && (
          <div>
            <dt className="text-muted">Licence</dt>
            <dd className="font-semi wrap-anywhere">{licence}</dd>
            {meaning && <dd className="text-muted">{meaning}</dd>}
          </div>
        )}
        {isDeclared && (
          <div>
            <dt className="text-muted">Rights</dt>
            <dd className="font-semi">Declared</dd>
            <dd className="text-muted">Creator confirmed they own the rights.</dd>
          </div>
        )}
      </dl>
    </Panel>
  );
}
