import { classNames } from '#client/ui/class-names.ts';
import { buttonClass } from '#client/ui/forms/button.tsx';
import { Icon } from '#client/ui/icon.tsx';
import { showToast } from '#client/ui/overlay/toast-queue.ts';
import type { WikiPart, WikiSection } from '#contract/content/wiki.ts';
import { WikiLink } from './wiki-link.tsx';
import { wikiPlace } from './wiki-reads.ts';
import { WikiText } from './wiki-text.tsx';

/** Copies the URL of an anchor. A blocked clipboard is not an error, because the address bar shows the same URL by now. */
const copyAddress = async (place: string): Promise<void> => {
  try {
    await navigator.clipboard.writeText(location.origin + wikiPlace(place));
    showToast({ tone: 'success', text: 'Link copied' });
  } catch {
    showToast({ tone: 'info', text: 'Copy the link from the address bar' });
  }
};

/** Link next to a heading. Following it also copies the heading's URL. */
const HeadingLink = ({ place, title, className }: { place: string; title: string; className?: string }) => (
  <WikiLink
    place={place}
    className={classNames('wiki-anchor', className)}
    aria-label={`Link to "${title}"`}
    onFollow={() => copyAddress(place)}
  >
    #
  </WikiLink>
);

const Part = ({ part: { id, title, html } }: { part: WikiPart }) => (
  <>
    <div className="wiki-heading mt-9">
      <h3 id={id} tabIndex={-1} className="text-h3 font-semibold">
        {title}
      </h3>
      <HeadingLink place={id} title={title} />
    </div>
    <WikiText html={html} className="mt-3" />
  </>
);

/** A question with its answer. It works without scripts, and opens if the URL points to its answer. */
const Question = ({ part: { id, title, html } }: { part: WikiPart }) => (
  <div className="wiki-question relative max-w-prose border-t border-line">
    <details>
      <summary className="flex min-h-14 cursor-pointer list-none items-center justify-between gap-4 py-3">
        <h3 className="text-lead font-semibold">{title}</h3>
        <Icon name="chevron" className="mr-9 text-muted" />
      </summary>
      <div id={id} tabIndex={-1} className="wiki-answer pb-5">
        <WikiText html={html} />
      </div>
    </details>
    <HeadingLink place={id} title={title} className="absolute right-0" />
  </div>
);

const Step = ({ to, word }: { to: WikiSection | undefined; word: 'Previous' | 'Next' }) =>
  to && (
    <WikiLink place={to.slug} className={buttonClass({ className: word === 'Next' ? 'wiki-next' : '' })}>
      {word === 'Previous' && <Icon name="back" />}
      <span>
        <span className="sr-only">{word}: </span>
        {to.title}
      </span>
      {word === 'Next' && <Icon name="forward" />}
    </WikiLink>
  );

/** A section with its parts, and links to the previous and next sections. */
export function Section({
  section: { slug, title, html, parts },
  previous,
  next,
}: {
  section: WikiSection;
  previous: WikiSection | undefined;
  next: WikiSection | undefined;
}) {
  const isFaq = slug === 'faq';
  return (
    <section id={slug} tabIndex={-1} aria-labelledby={`title-${slug}`} className="wiki-section">
      <div className="wiki-heading">
        <h2 id={`title-${slug}`} className="display text-h2">
          {title}
        </h2>
        <HeadingLink place={slug} title={title} />
      </div>
      <WikiText html={html} className="mt-4" />
      <div className={isFaq ? 'mt-7' : undefined}>
        {parts.map((part) => (isFaq ? <Question key={part.id} part={part} /> : <Part key={part.id} part={part} />))}
      </div>
      <div className="wiki-steps mt-9 grid gap-3">
        <Step to={previous} word="Previous" />
        <Step to={next} word="Next" />
      </div>
    </section>
  );
}
