import { Link } from 'react-router';
import { TypeTilesPart } from '#client/features/resources/components/type-parts.ts';
import { Button } from '#client/ui/forms/button.tsx';
import { Icon } from '#client/ui/icon.tsx';
import { hideIfFailed, hideOnError } from '#client/ui/media/hide-broken-image.ts';
import { elementPath, listingPath, resourcePath } from '#contract/paths.ts';
import type { ResourceCard } from '#contract/resources/api.ts';
import { elementPicture } from './element-picture.ts';
import { SearchForm } from './search-form.tsx';

/** The labels have no spaces, like all hashtags, but the tags that they search for can contain spaces. */
const hashTags = [
  { label: '#transitions', tag: 'transition' },
  { label: '#filmlook', tag: 'film look' },
  { label: '#soundfx', tag: 'sound fx' },
];

/**
 * The hero section of the home page. It is dark in both themes, because its text is on an image. `plate` is the resource that the
 * image shows.
 */
export function Hero({ plate }: { plate: ResourceCard | undefined }) {
  return (
    <section className="hero" data-theme="dark" aria-labelledby="hero-title">
      <div className="plate">
        {plate && (
          <img
            {...elementPicture(plate.thumbnailUrl, '100vw')}
            alt=""
            fetchPriority="high"
            ref={hideIfFailed}
            onError={hideOnError}
          />
        )}
      </div>
      <div className="stage wrap">
        <h1 id="hero-title" className="display text-page">
          The cut starts here.
        </h1>
        <p className="mt-3 max-w-[46ch] text-lead">
          Transitions, LUTs, titles, sound and project files made by working editors. Find yours, drop it on the
          timeline, keep moving.
        </p>
        <SearchForm
          label="Search assets"
          placeholder="Search transitions, LUTs, titles"
          size="hero"
          className="mt-4 max-w-160"
        >
          <Button type="submit" variant="solid" className="hero-submit">
            <span className="max-md:sr-only">Search</span>
            <Icon name="forward" className="md:hidden" />
          </Button>
        </SearchForm>
        <div className="relative mt-1.5">
          <ul className="flex flex-wrap gap-x-4.5">
            {hashTags.map(({ label, tag }) => (
              <li key={tag}>
                <Link to={listingPath({ tag })} className="site-link">
                  {label}
                </Link>
              </li>
            ))}
          </ul>
          {plate && (
            <p className="plate-note">
              <span className="plate-light">Featured plate</span>
              <Link to={plate.slug ? elementPath(plate.slug) : resourcePath(plate.id)} className="site-link font-mono">
                {plate.title}
              </Link>
              <span className="mono block">{[plate.author, plate.mediaLabel].filter(Boolean).join(' / ')}</span>
            </p>
          )}
        </div>
        <TypeTilesPart className="mt-2" />
      </div>
    </section>
  );
}
