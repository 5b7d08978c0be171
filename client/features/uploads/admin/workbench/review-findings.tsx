import type { RefObject } from 'react';
import { Link } from 'react-router';
import { Icon } from '#client/ui/icon.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { reviewPath } from '#contract/paths.ts';
import type { ReviewItem } from '#contract/uploads/workbench.ts';
import { summariseChecks } from './review-rules.ts';

/** What needs a look, two lines each, then the checks that found nothing, one line each. */
export function ReviewFindings({ item, box }: { item: ReviewItem; box: RefObject<HTMLDivElement | null> }) {
  const { findings, passed } = summariseChecks(item);
  return (
    <Panel title="Findings">
      <div ref={box} tabIndex={-1} className="outline-0">
        <p className="mb-2 text-sm text-muted">
          {findings.length} to look at, {passed.length} fine
        </p>
        <ul className="review-lines">
          {findings.map(({ key, title, line, path }) => (
            <li key={key}>
              <Icon name="warning" className="mt-0.5 text-tungsten" />
              <div className="min-w-0 flex-1">
                <p className="font-semi wrap-anywhere">{title}</p>
                <p className="text-sm text-muted wrap-anywhere">{line}</p>
              </div>
              {path !== null && (
                <Link
                  to={`${reviewPath(item.upload.id)}?file=${encodeURIComponent(path)}`}
                  preventScrollReset
                  aria-label={`Show ${path}`}
                  className="link flex-none"
                >
                  Show
                </Link>
              )}
            </li>
          ))}
          {passed.map((sentence) => (
            <li key={sentence}>
              <Icon name="check" className="mt-0.5 text-scope" />
              <p className="min-w-0 flex-1">{sentence}</p>
            </li>
          ))}
        </ul>
      </div>
    </Panel>
  );
}
