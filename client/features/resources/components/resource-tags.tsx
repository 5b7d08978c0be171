import { Link } from 'react-router';
import { Chip } from '#client/ui/forms/chip.tsx';
import { listingPath } from '#contract/paths.ts';

export function ResourceTags({ tags }: { tags: readonly string[] }) {
  return (
    tags.length > 0 && (
      <div>
        <ul className="mt-5 flex flex-wrap gap-2" aria-label="Tags">
          {tags.map((tag) => (
            <li key={tag} className="max-w-full">
              <Chip to={listingPath({ tag })} link={Link}>
                {tag}
              </Chip>
            </li>
          ))}
        </ul>
      </div>
    )
  );
}
