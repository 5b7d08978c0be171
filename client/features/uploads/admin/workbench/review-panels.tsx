import { Link } from 'react-router';
import { adminDay } from '#client/kit/admin/admin-labels.ts';
import { FactList } from '#client/kit/admin/fact-list.tsx';
import { StatusBadge } from '#client/kit/admin/status-badge.tsx';
import { formatBytes } from '#client/kit/text/format-bytes.ts';
import { Panel } from '#client/ui/panel.tsx';
import { profilePath, reviewPath } from '#contract/paths.ts';
import type { ReviewItem } from '#contract/uploads/workbench.ts';

const filesText = (count: number): string => (count === 1 ? '1 file' : `${count} files`);

/** Other uploads with the same files. Nothing if there are none. */
export function ReviewDuplicates({ item: { duplicates } }: { item: ReviewItem }) {
  return (
    duplicates.length > 0 && (
      <Panel title="Duplicates">
        <ul className="review-lines">
          {duplicates.map(({ id, title, creator, status, files, path }) => (
            <li key={id}>
              <div className="min-w-0 flex-1">
                <Link to={reviewPath(id)} className="link inline-block py-1 font-semi wrap-anywhere">
                  {title}
                </Link>
                <p className="text-sm text-muted wrap-anywhere">
                  By {creator}. {filesText(files)} in common: {path}
                  {files > 1 && ' and others'}
                </p>
              </div>
              <StatusBadge status={status} />
            </li>
          ))}
        </ul>
      </Panel>
    )
  );
}

/** Licence, declarations, and the facts that the creator gave. */
export function ReviewFacts({ item: { upload } }: { item: ReviewItem }) {
  return (
    <>
      <Panel title="Licence and declaration">
        <FactList
          facts={[
            ['Licence', upload.licence ?? 'Not chosen'],
            ['Right to share', upload.rightsDeclared ? 'Confirmed' : 'Not confirmed'],
            ['Paid access', upload.saleDeclared ? 'Allowed' : 'Not allowed'],
          ]}
        />
      </Panel>
      <Panel title="Facts">
        <FactList
          facts={[
            ['Category', upload.category],
            ['Type', upload.type],
            ['Editor', `${upload.editor}${upload.editorMinVersion ? `, ${upload.editorMinVersion} or later` : ''}`],
            ['Files', `${upload.fileCount}, ${formatBytes(upload.fileSize)}`],
            ['Media', upload.preview.mediaLabel],
            ['Tags', upload.tags.join(', ')],
            ['Submitted', adminDay(upload.submittedAt)],
          ]}
        />
      </Panel>
    </>
  );
}

/** Earlier decisions on the creator's uploads, and reports about them. */
export function ReviewCreator({ item: { upload, creator } }: { item: ReviewItem }) {
  return (
    <Panel title={upload.leaker}>
      <FactList
        facts={[
          ['Approved', creator.approved],
          ['Rejected', creator.rejected],
          ['Reports', creator.reports === 0 ? 'None' : `${creator.reports}, ${creator.openReports} open`],
          ['Member since', adminDay(creator.memberSince)],
        ]}
      />
      <Link to={profilePath(upload.leaker)} className="link mt-3 inline-block text-sm">
        Open profile
      </Link>
    </Panel>
  );
}
