import { useState } from 'react';
import { Button } from '#client/ui/forms/button.tsx';
import { lazyPart } from '#client/ui/lazy-part.tsx';
import { Panel } from '#client/ui/panel.tsx';
import type { Resource } from '#contract/resources/api.ts';
import { LICENCE_QUESTIONS, licenceOf } from '#contract/resources/licences.ts';
import { LicenceAnswerRow } from './licence-answers.tsx';

const CreditForms = lazyPart(() => import('./credit-forms.tsx').then((file) => file.CreditForms));

/** What people may do with the files, and the credit to copy (product.md DL-11). */
export function LicenceCard({ resource, className }: { resource: Resource; className?: string }) {
  const [opened, setOpened] = useState(false);
  const { licence, rightsDeclared } = resource;
  const known = licenceOf(licence);
  return (
    <Panel className={className}>
      {known && (
        <dl className="mb-4 border-t border-line text-sm" aria-label="What this licence allows">
          {LICENCE_QUESTIONS.map((question) => (
            <LicenceAnswerRow
              key={question}
              question={question}
              answer={known.answers[question]}
              condition={known.condition}
            />
          ))}
        </dl>
      )}
      <dl className="grid gap-3 text-sm">
        {licence !== null && (
          <div>
            <dt className="text-muted">Licence</dt>
            <dd className="font-semi wrap-anywhere">
              {known ? (
                <a href={known.url} className="link">
                  {licence}
                </a>
              ) : (
                licence
              )}
            </dd>
            {known && <dd className="text-muted">{known.meaning}</dd>}
          </div>
        )}
        {rightsDeclared && (
          <div>
            <dt className="text-muted">Rights</dt>
            <dd className="font-semi">Declared</dd>
            <dd className="text-muted">Creator confirmed they own the rights.</dd>
          </div>
        )}
      </dl>
      {licence !== null && (
        <div className="mt-4 noscript:hidden">
          <Button block aria-expanded={opened} onPointerEnter={CreditForms.preload} onClick={() => setOpened(!opened)}>
            Copy credit
          </Button>
          {opened && <CreditForms resource={resource} />}
        </div>
      )}
    </Panel>
  );
}
