import { changeUpload } from '#client/features/uploads/api.ts';
import { detailsSchema } from '#client/features/uploads/details-rules.ts';
import { keepOwn } from '#client/features/uploads/own-reads.ts';
import { useAppContext } from '#client/kit/data/app-context.ts';
import { useCallForm } from '#client/kit/form.tsx';
import { Button } from '#client/ui/forms/button.tsx';
import { Message } from '#client/ui/overlay/message.tsx';
import { Panel } from '#client/ui/panel.tsx';
import type { OwnUpload, UploadDetails } from '#contract/uploads/api.ts';
import { RESOURCE_TYPES, UPLOAD_LICENCES } from '#contract/uploads/limits.ts';
import { DetailsFields } from './details-fields.tsx';

/** The stored value if the site still offers it; otherwise undefined, so that the user has to choose again. */
const offered = <T extends string>(choices: readonly T[], value: string | null): T | undefined =>
  choices.find((choice) => choice === value);

/** Initial form values. A licence that was never set stays empty, so that the schema requires the user to choose one. */
const valuesOf = (upload: OwnUpload): UploadDetails => ({
  title: upload.title,
  description: upload.description,
  category: upload.category,
  type: offered(RESOURCE_TYPES, upload.type) ?? 'other',
  editor: upload.editor,
  editorMinVersion: upload.editorMinVersion,
  tags: upload.tags,
  licence: offered(UPLOAD_LICENCES, upload.licence) as UploadDetails['licence'],
  rightsDeclared: upload.rightsDeclared,
  saleDeclared: upload.saleDeclared,
});

/** Form for an upload's details, which can be edited at any time. */
export function OwnDetails({ upload }: { upload: OwnUpload }) {
  const context = useAppContext();
  const form = useCallForm({
    schema: detailsSchema,
    defaults: valuesOf(upload),
    send: async (body) => {
      const changed = await changeUpload(context.transport, { params: { id: upload.id }, body });
      keepOwn(context, changed);
      form.form.reset(valuesOf(changed));
    },
  });
  return (
    <Panel title="Details">
      <form className="flex flex-col gap-5" method="post" noValidate onSubmit={form.submit}>
        <DetailsFields form={form} />
        {form.failure && <Message tone="error">{form.failure}</Message>}
        {form.isDone && <Message tone="success">Your changes were saved.</Message>}
        <Button type="submit" variant="solid" busy={form.isBusy} disabled={!form.isReady} className="self-start">
          Save details
        </Button>
      </form>
    </Panel>
  );
}
