import { Icon } from '#client/ui/icon.tsx';
import { Spinner } from '#client/ui/spinner.tsx';
import { objectionToFile } from './composer-pictures.ts';
import type { ComposerPictures } from './composer-use-pictures.ts';

/** Lists pictures that are being uploaded or have failed. Failed ones have a retry button if retrying can help. */
export function PictureList({ pictures }: { pictures: ComposerPictures }) {
  if (pictures.list.length === 0) return null;
  return (
    <ul className="composer-pictures" aria-label="Pictures being uploaded">
      {pictures.list.map(({ id, file, failure }) => (
        <li key={id}>
          {failure === null ? (
            <Spinner label={`Uploading ${file.name}`} />
          ) : (
            <Icon name="warning" className="text-clip" />
          )}
          <span className="min-w-0 flex-1 truncate">{file.name}</span>
          {failure !== null && (
            <span role="alert" className="text-clip">
              {failure}
            </span>
          )}
          {failure !== null && objectionToFile(file) === null && (
            <button type="button" className="link" onClick={() => pictures.retry(id)}>
              Try again
            </button>
          )}
          <button
            type="button"
            className="composer-picture-drop"
            aria-label={failure === null ? `Cancel ${file.name}` : `Remove ${file.name}`}
            onClick={() => pictures.drop(id)}
          >
            <Icon name="close" small />
          </button>
        </li>
      ))}
    </ul>
  );
}
