import { useEffect, useState } from 'react';
import {
  canPickFolders,
  type Folder,
  folderOf,
  folderOfFiles,
  mayUse,
  pickFolder,
} from '#client/features/resources/library/folder.ts';
import { forgetLibrary, loadLastFolder } from '#client/features/resources/library/memory.ts';
import { Button, buttonClass } from '#client/ui/forms/button.tsx';
import { Message } from '#client/ui/overlay/message.tsx';

const FAILED = 'Your browser didn’t open this folder. Choose another one.';

/** Asks for the folder to check, or for the one of the last check. */
export function FolderChoice({ onChoose }: { onChoose(folder: Folder): void }) {
  // The server doesn't know what the browser can do.
  const [canPick, setCanPick] = useState(false);
  const [last, setLast] = useState<FileSystemDirectoryHandle | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  useEffect(() => {
    setCanPick(canPickFolders());
    void loadLastFolder().then(setLast);
  }, []);
  const choose = async (find: () => Promise<Folder | null>): Promise<void> => {
    setFailure(null);
    try {
      const folder = await find();
      if (folder) onChoose(folder);
    } catch {
      setFailure(FAILED);
    }
  };
  const again = async (handle: FileSystemDirectoryHandle): Promise<Folder | null> => {
    const folder = folderOf(handle);
    if (await mayUse(folder, 'read')) return folder;
    setFailure('Your browser needs permission to read this folder.');
    return null;
  };
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap gap-3">
        {last && (
          <Button variant="solid" onClick={() => void choose(() => again(last))}>
            Check {last.name} again
          </Button>
        )}
        {canPick ? (
          <Button variant={last ? 'outline' : 'solid'} onClick={() => void choose(pickFolder)}>
            Choose a folder
          </Button>
        ) : (
          <label
            className={buttonClass({
              variant: 'solid',
              className: 'focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-daylight',
            })}
          >
            <input
              type="file"
              className="sr-only"
              {...{ webkitdirectory: '' }}
              onChange={(event) => {
                const files = [...(event.currentTarget.files ?? [])];
                void choose(async () => folderOfFiles(files));
              }}
            />
            Choose a folder
          </label>
        )}
        {last && (
          <Button
            variant="quiet"
            onClick={() => {
              void forgetLibrary().then(() => setLast(null));
            }}
          >
            Forget earlier checks
          </Button>
        )}
      </div>
      {!canPick && (
        <p className="text-sm text-muted">
          Your browser may call this an upload. Nothing is uploaded. To save files into a folder, use Chrome or Edge.
        </p>
      )}
      {failure && <Message tone="error">{failure}</Message>}
    </div>
  );
}
