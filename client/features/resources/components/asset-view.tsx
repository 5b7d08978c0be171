import { useSearchParams } from 'react-router';
import { ResourceStage } from '#client/features/resources/stage/stage.tsx';
import { fileOf, stageRead } from '#client/features/resources/stage/stage-read.ts';
import { StageProvider } from '#client/features/resources/stage/stage-store.tsx';
import { useRead } from '#client/kit/data/query.ts';
import { assetRead, folderPathIn } from './asset-reads.ts';
import { FileBrowser } from './files/file-browser.tsx';
import { folderPlaceOf, folderRead } from './files/folder-place.ts';

/** The stage and the files of an asset, for people who may download it. The page loads them with `loadAsset`. */
export function AssetView({ id, here }: { id: string; here: string }) {
  const [parameters] = useSearchParams();
  const resource = useRead(assetRead(id));
  const place = folderPlaceOf(parameters);
  const listing = useRead(folderRead(id, place));
  const file = fileOf(parameters);
  const stage = useRead(stageRead(id, file));
  // A link to another file starts the stage again.
  return (
    <StageProvider key={`${id} ${file ?? ''}`} first={stage.file}>
      <ResourceStage resource={resource} reply={stage} isAsked={file !== undefined} />
      <FileBrowser resourceId={id} listing={listing} place={place} pathOf={folderPathIn(here)} right="member" />
    </StageProvider>
  );
}
