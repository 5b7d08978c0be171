import { Link } from 'react-router';
import { formatDay } from '#client/kit/format-date.ts';
import { Chip } from '#client/ui/chip.tsx';
import { listingPath } from '#contract/paths.ts';
import type { Resource } from '#contract/resources.ts';

const factsOf = (resource: Resource): [string, string][] => {
  const { editor, editorMinVersion, mediaLabel, licence, createdAt, updatedAt } = resource;
  const facts: [string, string | null][] = [
    ['Type', resource.type || null],
    ['Editor', editorMinVersion ? `${editor} ${editorMinVersion} or newer` : editor],
    ['Media', mediaLabel || null],
    ['Licence', licence],
    ['Published', formatDay(createdAt)],
    ['Updated', updatedAt.slice(0, 10) === createdAt.slice(0, 10) ? null : formatDay(updatedAt)],
  ];
  return facts.filter((fact): fact is [string, string] => fact[1] !== null);
};

/** Description, tags and what else is known of a resource. */
export const ResourceFacts = ({ resource, className }: { resource: Resource; className?: string }) => (
  <div className={className}>
    {resource.description && (
      <p className="max-w-[68ch] text-card/[1.65] whitespace-pre-line text-muted wrap-anywhere">
        {resource.description}
      </p>
    )}
    {resource.tags.length > 0 && (
      <ul className="mt-5 flex flex-wrap gap-2" aria-label="Tags">
        {resource.tags.map((tag) => (
          <li key={tag} className="max-w-full">
            <Chip to={listingPath({ tag })} link={Link}>
              {tag}
            </Chip>
          </li>
        ))}
      </ul>
    )}
    <dl className="mt-6 flex flex-wrap gap-x-9 gap-y-3 text-sm">
      {factsOf(resource).map(([name, value]) => (
        <div key={name}>
          <dt className="text-muted">{name}</dt>
          <dd className="mt-0.5 font-semi wrap-anywhere first-letter:uppercase">{value}</dd>
        </div>
      ))}
    </dl>
  </div>
);
