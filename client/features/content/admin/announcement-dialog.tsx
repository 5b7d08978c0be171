import { useAppContext } from '#client/kit/data/app-context.ts';
import { useCallForm } from '#client/kit/form.tsx';
import { FormDialog } from '#client/kit/settings/form-dialog.tsx';
import { clearable } from '#client/kit/settings/setting-fields.ts';
import { TextField } from '#client/ui/forms/text-field.tsx';
import { type AdminAnnouncement, typedAnnouncement } from '#contract/content/announcements.ts';
import { ANNOUNCEMENT_MAX_CHARACTERS } from '#contract/content/limits.ts';
import { addAnnouncement, patchAnnouncement } from './announcements-api.ts';

const MINUTE = 'yyyy-mm-ddThh:mm'.length;
const typedOf = (time: string): string => time.slice(0, MINUTE);

/** Dialog to create or edit an announcement. Load this file on demand, because it imports Base UI. */
export function AnnouncementDialog({
  announcement,
  onSaved,
  onClose,
}: {
  /** Null for a new announcement. */
  announcement: AdminAnnouncement | null;
  onSaved: () => void;
  onClose: () => void;
}) {
  const { transport } = useAppContext();
  const form = useCallForm({
    schema: typedAnnouncement,
    defaults: {
      text: announcement?.text ?? '',
      link: announcement?.link ?? null,
      active: announcement?.active ?? true,
      startsAt: typedOf(announcement?.startsAt ?? new Date().toISOString()),
      endsAt: announcement?.endsAt ? typedOf(announcement.endsAt) : null,
    },
    send: async (body) => {
      if (announcement) await patchAnnouncement(transport, { params: { id: announcement.id }, body });
      else await addAnnouncement(transport, { body });
      onSaved();
    },
  });
  return (
    <FormDialog title={announcement ? 'Edit announcement' : 'New announcement'} form={form} onClose={onClose}>
      <TextField label="Text" maxLength={ANNOUNCEMENT_MAX_CHARACTERS} autoComplete="off" {...form.field('text')} />
      <TextField
        label="Link"
        hint="Optional. A path on this site, such as /premium, or a link that starts with https://."
        {...clearable(form, 'link')}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField label="From (UTC)" type="datetime-local" {...form.field('startsAt')} />
        <TextField label="To (UTC)" type="datetime-local" {...clearable(form, 'endsAt')} />
      </div>
      <p className="text-sm text-muted">Without an end date, it runs until you pause or delete it.</p>
      <label className="flex cursor-pointer items-center gap-3">
        <span className="check">
          <input type="checkbox" {...form.form.register('active')} />
        </span>
        Active (shown during this period)
      </label>
    </FormDialog>
  );
}
