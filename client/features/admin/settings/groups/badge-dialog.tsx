import { addBadge, patchBadge } from '#client/features/admin/settings/groups-api.ts';
import { useAppContext } from '#client/kit/data/app-context.ts';
import { useCallForm } from '#client/kit/form.tsx';
import { FormDialog } from '#client/kit/settings/form-dialog.tsx';
import { Badge } from '#client/ui/badge.tsx';
import { Select } from '#client/ui/forms/select.tsx';
import { TextField } from '#client/ui/forms/text-field.tsx';
import { type BadgeRow, newBadge } from '#contract/admin/badges.ts';
import { BADGE_MAX_CHARACTERS, BADGE_TONES } from '#contract/admin/limits.ts';
import { AD_TEXT_MAX_CHARACTERS } from '#contract/downloads/limits.ts';

/** Describes the badge colours by appearance instead of by internal name. */
const TONE_WORDS: Record<(typeof BADGE_TONES)[number], string> = {
  muted: 'Grey',
  tally: 'Orange red',
  tungsten: 'Amber',
  daylight: 'Blue',
  scope: 'Green',
  clip: 'Red',
  iris: 'Violet',
};
const toneOptions = BADGE_TONES.map((value) => ({ value, label: TONE_WORDS[value] }));

/** Dialog to create or edit a badge. Load it on demand, because it imports Base UI. */
export function BadgeDialog({
  badge,
  onSaved,
  onClose,
}: {
  /** Null for a new badge. */
  badge: BadgeRow | null;
  onSaved: () => void;
  onClose: () => void;
}) {
  const { transport } = useAppContext();
  const form = useCallForm({
    schema: newBadge,
    defaults: { name: badge?.name ?? '', description: badge?.description ?? '', tone: badge?.tone ?? 'muted' },
    send: async ({ name, description, tone }) => {
      if (badge) await patchBadge(transport, { params: { name: badge.name }, body: { description, tone } });
      else await addBadge(transport, { body: { name, description, tone } });
      onSaved();
    },
  });
  const [name, tone] = form.form.watch(['name', 'tone']);
  const { error: _error, ...toneField } = form.field('tone');
  return (
    <FormDialog title={badge ? `Edit ${badge.name}` : 'New badge'} form={form} onClose={onClose}>
      {!badge && (
        <TextField
          label="Name"
          hint="Can't be changed later."
          maxLength={BADGE_MAX_CHARACTERS}
          autoComplete="off"
          {...form.field('name')}
        />
      )}
      <TextField
        label="Description"
        hint="Shown on hover."
        maxLength={AD_TEXT_MAX_CHARACTERS}
        {...form.field('description')}
      />
      <Select label="Colour" options={toneOptions} {...toneField} />
      <p className="flex items-center gap-2">
        <span className="text-sm text-muted">Preview</span>
        <Badge tone={tone}>{name || 'Badge'}</Badge>
      </p>
    </FormDialog>
  );
}
