import { Fragment, type MouseEvent, useEffect } from 'react';
import { useLocation, useNavigate, useNavigation, useSearchParams } from 'react-router';
import { jumpTo, unfold } from '#client/features/content/wiki/components/jump.ts';
import { useInView } from '#client/features/content/wiki/components/use-in-view.ts';
import { isPlainPress } from '#client/features/content/wiki/components/wiki-link.tsx';
import { Dropdown, Sidebar } from '#client/features/content/wiki/components/wiki-menu.tsx';
import { hitsRead, searchOf, WIKI_PATH, wikiRead } from '#client/features/content/wiki/components/wiki-reads.ts';
import { WikiResults, WikiSearch } from '#client/features/content/wiki/components/wiki-search.tsx';
import { Section } from '#client/features/content/wiki/components/wiki-section.tsx';
import { useSlow } from '#client/features/resources/components/listing/use-slow.ts';
import { CallError } from '#client/kit/data/call.ts';
import type { PageSpec } from '#client/kit/data/page.ts';
import { load, loadedOf, useRead } from '#client/kit/data/query.ts';
import { Ruler } from '#client/ui/charts/ruler.tsx';
import { PageTitle } from '#client/ui/page-title.tsx';
import { wikiHead, wikiTitle } from './wiki-head.ts';
import './wiki.css';

/**
 * If a search fails on the server, the wiki is shown without results. If the server rejects the query (4xx), the whole page
 * fails.
 */
const unlessRefused = (error: unknown): undefined => {
  if (error instanceof CallError && error.status >= 400 && error.status < 500) throw error;
};

export const page: PageSpec = {
  load: async ({ context, url }) => {
    const search = searchOf(url.searchParams);
    await Promise.all([
      load(context, wikiRead),
      search ? load(context, hitsRead(search)).catch(unlessRefused) : undefined,
    ]);
    return undefined;
  },
  head: ({ context, url }) => {
    const search = searchOf(url.searchParams);
    if (!import.meta.env.SSR) return { title: wikiTitle(context, search) };
    return wikiHead(context, loadedOf(context, wikiRead), search);
  },
};

/** Opens the question that the URL points to, and opens all questions for printing. */
const useUnfolding = (): void => {
  const { hash } = useLocation();
  useEffect(() => {
    const place = hash && document.getElementById(hash.slice(1));
    if (place) unfold(place);
  }, [hash]);
  useEffect(() => {
    let opened: HTMLDetailsElement[] = [];
    const open = () => {
      opened = [...document.querySelectorAll<HTMLDetailsElement>('.wiki-question > details:not([open])')];
      for (const question of opened) question.open = true;
    };
    const close = () => {
      for (const question of opened) question.open = false;
    };
    window.addEventListener('beforeprint', open);
    window.addEventListener('afterprint', close);
    return () => {
      window.removeEventListener('beforeprint', open);
      window.removeEventListener('afterprint', close);
    };
  }, []);
};

/** Makes links inside the wiki's text navigate without a full page load. */
const useTextLinks = () => {
  const navigate = useNavigate();
  return (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('.prose a') : null;
    if (!link || !isPlainPress(event) || link.origin !== location.origin) return;
    event.preventDefault();
    const isHere = link.pathname === WIKI_PATH && jumpTo(link.hash.slice(1));
    void navigate(link.pathname + link.search + link.hash, { preventScrollReset: isHere });
  };
};

/** /wiki (specification, section 2; product.md WI-1). */
export default function WikiPage() {
  const { sections } = useRead(wikiRead);
  const [parameters] = useSearchParams();
  const { location: next } = useNavigation();
  const search = searchOf(parameters);
  const isBusy = next?.pathname === WIKI_PATH && searchOf(new URLSearchParams(next.search)) !== search;
  const isSlow = useSlow(isBusy);
  const inView = useInView(sections, !search);
  const follow = useTextLinks();
  useUnfolding();
  return (
    <div className="wiki wrap pt-10 pb-14">
      <PageTitle>Wiki</PageTitle>
      <p className="mt-4 mb-6 max-w-prose text-muted">How everything works, and fixes for common problems.</p>
      <WikiSearch search={search} />
      <Ruler className="mt-6" />
      <Dropdown sections={sections} inView={inView} />
      <div className="wiki-columns md:grid">
        <Sidebar sections={sections} inView={inView} />
        {search ? (
          <WikiResults search={search} isSlow={isSlow} />
        ) : (
          // biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: the links inside are what is pressed
          <div className="min-w-0" onClick={follow}>
            {sections.map((section, index) => (
              <Fragment key={section.slug}>
                {index > 0 && <Ruler />}
                <Section section={section} previous={sections[index - 1]} next={sections[index + 1]} />
              </Fragment>
            ))}
          </div>
        )}
      </div>
    </div>
  );
}
