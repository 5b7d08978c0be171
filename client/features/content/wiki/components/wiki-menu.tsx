import type { FocusEvent, KeyboardEvent } from 'react';
import { useLocation } from 'react-router';
import { Icon } from '#client/ui/icon.tsx';
import type { WikiSection } from '#contract/content/wiki.ts';
import type { InView } from './use-in-view.ts';
import { WikiLink } from './wiki-link.tsx';

type Given = { sections: WikiSection[]; inView: InView | null };

/** Links to all sections. Only the section in view lists its headings; without scripts, every section does. */
const Places = ({ sections, inView }: Given) => (
  <ul>
    {sections.map(({ slug, title, parts }) => {
      const isCurrent = inView?.section === slug;
      return (
        <li key={slug}>
          <WikiLink place={slug} className="wiki-nav-section font-semibold" aria-current={isCurrent || undefined}>
            {title}
          </WikiLink>
          <ul className="wiki-nav-parts" data-on={isCurrent || undefined}>
            {parts.map((part) => (
              <li key={part.id}>
                <WikiLink place={part.id} aria-current={inView?.part === part.id ? 'location' : undefined}>
                  {part.title}
                </WikiLink>
              </li>
            ))}
          </ul>
        </li>
      );
    })}
  </ul>
);

/** Navigation for large screens, which stays visible while the page scrolls. */
export function Sidebar(given: Given) {
  return (
    <nav aria-label="Wiki sections" className="wiki-sidebar hidden overflow-y-auto md:sticky md:block">
      <Places {...given} />
    </nav>
  );
}

const closeOnEscape = (event: KeyboardEvent<HTMLDetailsElement>): void => {
  if (event.key !== 'Escape') return;
  event.currentTarget.open = false;
  event.currentTarget.querySelector('summary')?.focus();
};

const closeOnLeave = (event: FocusEvent<HTMLDetailsElement>): void => {
  const to = event.relatedTarget;
  if (to instanceof Node && !event.currentTarget.contains(to)) event.currentTarget.open = false;
};

/** The same navigation as a dropdown for small screens. It opens without scripts too. */
export function Dropdown(given: Given) {
  const location = useLocation();
  const current = given.sections.find(({ slug }) => slug === given.inView?.section);
  return (
    // The key changes with the anchor, which closes the menu after navigation.
    <details
      key={location.key}
      className="wiki-dropdown sticky top-0 z-10 border-b border-line bg-bg md:hidden"
      onKeyDown={closeOnEscape}
      onBlur={closeOnLeave}
    >
      <summary className="flex min-h-12 cursor-pointer list-none items-center justify-between gap-3 font-semibold">
        <span className="min-w-0 truncate">
          <span className="text-muted">Section: </span>
          {current?.title ?? 'All sections'}
        </span>
        <Icon name="chevron" />
      </summary>
      <nav aria-label="Wiki sections" className="overflow-y-auto py-3">
        <Places {...given} />
      </nav>
    </details>
  );
}
