import { useCallForm } from '#client/kit/form.tsx';
import { Button } from '#client/ui/forms/button.tsx';
import { TextArea, TextField } from '#client/ui/forms/text-field.tsx';
import { Message } from '#client/ui/overlay/message.tsx';
import { type Collection, createCollection } from '#contract/resources/collections.ts';
import { COLLECTION_NAME_MAX_CHARACTERS } from '#contract/resources/limits.ts';

export type CollectionWords = { name: string; description: string; isPublic: boolean };

/** Form for the name, description and visibility of a new or existing collection. */
export function CollectionForm({
  collection = { name: '', description: '', isPublic: true },
  submitLabel,
  send,
  onCancel,
}: {
  collection?: Pick<Collection, keyof CollectionWords>;
  submitLabel: string;
  send(words: CollectionWords): Promise<unknown>;
  onCancel?: () => void;
}) {
  const { name, description, isPublic } = collection;
  const form = useCallForm({
    schema: createCollection.body,
    defaults: { name, description, isPublic },
    send: (words) => send({ description: '', isPublic: false, ...words }),
  });
  return (
    <form className="grid gap-4" method="post" noValidate onSubmit={form.submit}>
      {form.failure && <Message tone="error">{form.failure}</Message>}
      <TextField
        label="Name"
        maxLength={COLLECTION_NAME_MAX_CHARACTERS}
        autoComplete="off"
        required
        {...form.field('name')}
      />
      <TextArea label="Description" rows={3} maxLength={500} {...form.field('description')} />
      <label className="flex cursor-pointer items-center gap-3">
        <span className="check">
          <input type="checkbox" {...form.form.register('isPublic')} />
        </span>
        Public: anyone can see it
      </label>
      <div className="flex flex-wrap justify-end gap-2">
        {onCancel && <Button onClick={onCancel}>Cancel</Button>}
        <Button type="submit" variant="solid" busy={form.isBusy} disabled={!form.isReady}>
          {submitLabel}
        </Button>
      </div>
    </form>
  );
}
