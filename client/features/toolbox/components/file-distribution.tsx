import { fileShares } from '#client/features/toolbox/servers.ts';
import { UNKNOWN } from '#client/features/toolbox/toolbox-labels.ts';
import { formatBytes } from '#client/kit/text/format-bytes.ts';
import { Panel } from '#client/ui/panel.tsx';
import type { ToolboxServer } from '#contract/toolbox/api.ts';

/** Distribution of file types in the upload folder, by size (product.md TB-1). */
export function FileDistribution({ server: { files, uploadDir } }: { server: ToolboxServer }) {
  const shares = fileShares(files);
  return (
    <Panel>
      <h3 className="display mb-4 text-h3">File distribution</h3>
      {shares ? (
        <ul className="grid gap-4">
          {shares.map(({ name, bytes, percent }) => (
            <li key={name}>
              <p className="flex flex-wrap justify-between gap-x-4 text-sm">
                <span>{name}</span>
                <span className="mono text-muted">
                  {Math.round(percent)}% ({formatBytes(bytes)})
                </span>
              </p>
              <span className="share-bar mt-1.5 block h-1.5 overflow-hidden rounded-sm bg-raised" aria-hidden="true">
                <span className="block h-full rounded-sm bg-daylight" style={{ width: `${percent}%` }} />
              </span>
            </li>
          ))}
        </ul>
      ) : (
        <p>
          {UNKNOWN}
          <span className="block text-sm text-muted">
            {uploadDir ? 'The upload folder has not been scanned yet.' : 'This server has no upload folder.'}
          </span>
        </p>
      )}
    </Panel>
  );
}
