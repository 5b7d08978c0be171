import { useRef, useState } from 'react';
import { AdPanel } from '#client/features/downloads/components/ad-panel.tsx';
import { useAppContext } from '#client/kit/data/app-context.ts';
import { useCallForm } from '#client/kit/form.tsx';
import { FormDialog } from '#client/kit/settings/form-dialog.tsx';
import { numeric } from '#client/kit/settings/setting-fields.ts';
import { TextArea, TextField } from '#client/ui/forms/text-field.tsx';
import { type AdCreative, newAd } from '#contract/downloads/ads.ts';
import {
  AD_ACTION_MAX_CHARACTERS,
  AD_TEXT_MAX_CHARACTERS,
  AD_TITLE_MAX_CHARACTERS,
  AD_WEIGHT_MAX,
} from '#contract/downloads/limits.ts';
import { AdPicture, type AdPictureChange } from './ad-picture.tsx';
import { addAd, deleteAdImage, patchAd, setAdImage } from './ads-api.ts';

const fresh = { title: '', text: '', action: 'Learn more', link: 'https://', weight: 1, active: true };

const wordsOf = (ad: AdCreative | null) => {
  const { title, text, action, link, weight, active } = ad ?? fresh;
  return { title, text, action, link, weight, active };
};

/** Dialog to create or edit an advertisement, with a live preview. Load this file on demand, because it imports Base UI. */
export function AdDialog({
  ad,
  onSaved,
  onClose,
}: {
  /** Null for a new advertisement. */
  ad: AdCreative | null;
  onSaved: () => void;
  onClose: () => void;
}) {
  const { transport } = useAppContext();
  // If the ad was created but saving its picture failed, a retry must update the ad instead of creating a second one.
  const stored = useRef(ad);
  const [picture, setPicture] = useState<AdPictureChange>({ kind: 'stays' });
  const form = useCallForm({
    schema: newAd,
    defaults: wordsOf(ad),
    send: async (body) => {
      const saved = stored.current
        ? await patchAd(transport, { params: { id: stored.current.id }, body })
        : await addAd(transport, { body });
      stored.current = saved;
      onSaved();
      const params = { id: saved.id };
      if (picture.kind === 'goes') await deleteAdImage(transport, { params });
      if (picture.kind === 'chosen') {
        const sent = new FormData();
        sent.set('image', picture.file);
        await setAdImage(transport, { params, body: sent });
      }
      if (picture.kind !== 'stays') onSaved();
      onClose();
    },
  });
  const [title, text, action, link] = form.form.watch(['title', 'text', 'action', 'link']);
  const imageUrl =
    picture.kind === 'chosen' ? picture.url : picture.kind === 'goes' ? null : (stored.current?.imageUrl ?? null);
  return (
    <FormDialog title={ad ? 'Edit advertisement' : 'New advertisement'} form={form} onClose={onClose}>
      <TextField label="Title" maxLength={AD_TITLE_MAX_CHARACTERS} autoComplete="off" {...form.field('title')} />
      <TextArea label="Text" rows={3} maxLength={AD_TEXT_MAX_CHARACTERS} {...form.field('text')} />
      <TextField label="Button text" maxLength={AD_ACTION_MAX_CHARACTERS} {...form.field('action')} />
      <TextField
        label="Link"
        hint="Must start with https://. Opens in a new tab, marked as sponsored."
        type="url"
        {...form.field('link')}
      />
      <AdPicture imageUrl={imageUrl} onChange={setPicture} />
      <TextField
        label="Weight"
        hint={`1 to ${AD_WEIGHT_MAX}. An ad with twice the weight is shown twice as often.`}
        type="number"
        min="1"
        max={AD_WEIGHT_MAX}
        {...numeric(form, 'weight')}
      />
      <label className="flex cursor-pointer items-center gap-3">
        <span className="check">
          <input type="checkbox" {...form.form.register('active')} />
        </span>
        Active
      </label>
      <figure>
        <figcaption className="mb-2 text-sm font-semibold">Preview</figcaption>
        <AdPanel
          ad={{
            title: title || 'Title',
            text,
            action: action || 'Button',
            href: link.startsWith('https://') ? link : 'https://',
            imageUrl,
          }}
        />
      </figure>
    </FormDialog>
  );
}
