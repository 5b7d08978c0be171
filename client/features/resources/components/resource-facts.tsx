import { useSearchParams } from 'react-router';
import { fileOf, stageRead } from '#client/features/resources/stage/stage-read.ts';
import { useRead } from '#client/kit/data/query.ts';
import { formatBytes } from '#client/kit/text/format-bytes.ts';
import { formatDay } from '#client/kit/text/format-date.ts';
import { lazyPart } from '#client/ui/lazy-part.tsx';
import type { Resource, ResourceFile } from '#contract/resources/api.ts';
import { licenceOf } from '#contract/resources/licences.ts';
import { filesOf } from './files/folder-view.ts';

/** Few assets have more than one version. */
const VersionList = lazyPart(
  () => import('#client/features/resources/components/versions/version-list.tsx').then((file) => file.VersionList),
  { silent: true },
);

type Fact = [name: string, value: string, note?: string | undefined];

const factsOf = (resource: Resource): Fact[] => {
  const { editor, editorMinVersion, mediaLabel, status, createdAt, updatedAt, fileCount, fileSize } = resource;
  const facts: [string, string | null, string?][] = [
    ['Files', fileCount > 0 ? filesOf(fileCount) : null, formatBytes(fileSize)],
    ['Media', mediaLabel || null],
    ['Type', resource.type || null],
    ['Editor', editorMinVersion ? `${editor} ${editorMinVersion} or newer` : editor],
    [status === 'APPROVED' ? 'Published' : 'Uploaded', formatDay(createdAt)],
    ['Updated', updatedAt.slice(0, 10) === createdAt.slice(0, 10) ? null : formatDay(updatedAt)],
  ];
  return facts.filter((fact): fact is Fact => fact[1] !== null);
};

const NOT_DETECTED = 'Not detected';
const sureness = (found: { confidence: number } | null | undefined): string | undefined =>
  found ? `Detected, ${Math.round(found.confidence * 100)} % sure` : undefined;

/** What was heard in a sound; nothing if nobody has looked yet. */
const musicOf = (file: ResourceFile | null): Fact[] => {
  if (file?.facts?.kind !== 'sound' || file.facts.tempo === undefined) return [];
  const { tempo, key } = file.facts;
  return [
    ['Tempo', tempo ? `${tempo.value} BPM` : NOT_DETECTED, sureness(tempo)],
    ['Key', key?.value ?? NOT_DETECTED, sureness(key)],
  ];
};

const FactItem = ({ fact: [name, value, note] }: { fact: Fact }) => {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="mt-0.5 font-semi wrap-anywhere first-letter:uppercase">{value}</dd>
      {note && <dd className="max-w-[34ch] text-muted">{note}</dd>}
    </>
  );
};

/** The licence alone, where there is no room for all facts. */
export function LicenceFact({ licence }: { licence: string }) {
  return (
    <div>
      <dl className="mt-5 text-sm">
        <FactItem fact={['Licence', licence, licenceOf(licence)?.meaning]} />
      </dl>
    </div>
  );
}

export function ResourceFacts({ resource, className }: { resource: Resource; className?: string }) {
  const [parameters] = useSearchParams();
  const stage = useRead(stageRead(resource.id, fileOf(parameters)));
  return (
    <div className={className}>
      <h2 className="display text-h3">Facts</h2>
      <dl className="mt-3 grid grid-cols-2 gap-x-7 text-sm sm:grid-cols-3">
        {[...factsOf(resource), ...musicOf(stage.file)].map((fact) => (
          <div key={fact[0]} className="border-t border-line pt-3 pb-3.5">
            <FactItem fact={fact} />
          </div>
        ))}
      </dl>
      {resource.version > 1 && <VersionList resource={resource} />}
    </div>
  );
}
