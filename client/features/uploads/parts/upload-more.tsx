import { Panel } from '#client/ui/panel.tsx';
import type { OwnUpload } from '#contract/uploads.ts';

/** More files for a resource, and what of it has not arrived completely yet. `onChange` hears that the files changed. */
export const UploadMore = (_: { upload: OwnUpload; onChange: () => void }) => <Panel title="Add files">{null}</Panel>;
