import { Panel } from '#client/ui/panel.tsx';

/** The form 'Upload New Resource' (specification, section 2). `onSubmitted` hears which resource now waits for approval. */
export const UploadForm = (_: { onSubmitted: (id: string) => void }) => (
  <Panel title="Upload New Resource">{null}</Panel>
);
