import { Link } from 'react-router';
import { keepOwn, ownRead } from '#client/features/uploads/own-reads.ts';
import { useAppContext } from '#client/kit/data/app-context.ts';
import { reload } from '#client/kit/data/query.ts';
import { Panel } from '#client/ui/panel.tsx';
import { resourcePath } from '#contract/paths.ts';
import type { OwnUpload } from '#contract/uploads/api.ts';
import { VersionChanges } from './version-changes.tsx';
import { VersionNote } from './version-note.tsx';
import { changeVersionNote } from './versions-api.ts';

type Version = OwnUpload & { versionOf: NonNullable<OwnUpload['versionOf']> };

/** What a version that isn't public yet changes, and its note. */
export function NextVersion({ upload: { id, version, versionOf, updatedAt } }: { upload: Version }) {
  const context = useAppContext();
  const save = async (note: string): Promise<void> => {
    await changeVersionNote(context.transport, {
      params: { id: versionOf.id, number: String(version) },
      body: { note },
    });
    keepOwn(context, await reload(context, ownRead(id)));
  };
  return (
    <Panel title={`Version ${version}`}>
      <p className="mb-4 text-muted">
        Add, replace or remove files below. A file with the path of an existing one replaces it. Until this version is
        approved, people get{' '}
        <Link to={resourcePath(versionOf.id)} className="link">
          the current one
        </Link>
        .
      </p>
      <VersionNote note={versionOf.note} word="Save note" said="Your note was saved." send={save} />
      <h3 className="mt-5 mb-2 font-semibold">Changes</h3>
      <VersionChanges id={id} state={updatedAt} />
    </Panel>
  );
}
