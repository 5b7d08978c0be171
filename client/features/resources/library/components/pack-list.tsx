import { Link } from 'react-router';
import type { Check } from '#client/features/resources/library/check.ts';
import type { Folder } from '#client/features/resources/library/folder.ts';
import { currentFilesOf, type FoundPack, outdatedVersionOf } from '#client/features/resources/library/packs.ts';
import { Badge } from '#client/ui/badge.tsx';
import { profilePath, resourcePath } from '#contract/paths.ts';
import { PackDetails } from './pack-details.tsx';

const licenceOf = (licence: string | null): string => licence ?? 'No licence named';

/** The assets that a folder's files are from. */
export function PackList({
  folder,
  check,
  packs,
  isDone,
  isAdFree,
}: {
  folder: Folder;
  check: Check;
  packs: readonly FoundPack[];
  /** Assets can be compared once the whole folder is known. */
  isDone: boolean;
  isAdFree: boolean;
}) {
  return (
    <ul className="panel overflow-hidden" aria-label="Assets in your folder">
      {packs.map((found) => {
        const { pack, licenceBefore } = found;
        const { count, of } = currentFilesOf(found);
        const earlier = isDone ? outdatedVersionOf(found) : null;
        return (
          <li key={pack.id} className="grid gap-3 border-t border-line px-4 py-3.5 first:border-t-0">
            <div>
              <h2 className="flex flex-wrap items-center gap-x-3 gap-y-1 text-card font-semibold">
                <Link to={resourcePath(pack.id)} className="link wrap-anywhere">
                  {pack.title}
                </Link>
                {pack.isPremium && <Badge icon="lock">Premium</Badge>}
              </h2>
              <p className="mt-0.5 text-sm text-muted wrap-anywhere">
                {count} of {of} files, by{' '}
                <Link to={profilePath(pack.author)} className="link">
                  {pack.author}
                </Link>
              </p>
              <p className="mt-0.5 text-sm wrap-anywhere">Licence: {licenceOf(pack.licence)}</p>
              {earlier !== null && (
                <p className="mt-0.5 text-sm wrap-anywhere text-tungsten">
                  Version {pack.version} is available. You have files of version {earlier}.
                </p>
              )}
              {licenceBefore !== undefined && (
                <p className="mt-0.5 text-sm wrap-anywhere text-tungsten">
                  Licence changed since your last check. It was: {licenceOf(licenceBefore)}
                </p>
              )}
            </div>
            {isDone && <PackDetails folder={folder} check={check} found={found} isAdFree={isAdFree} />}
          </li>
        );
      })}
    </ul>
  );
}
