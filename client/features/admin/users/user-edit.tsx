import { useEffect } from 'react';
import { getGroups } from '#client/features/admin/settings/groups-api.ts';
import { useAppContext } from '#client/kit/data/app-context.ts';
import { load, read, useLoaded } from '#client/kit/data/query.ts';
import { useCallForm } from '#client/kit/form.tsx';
import { useAuth } from '#client/kit/session.tsx';
import { Checkbox } from '#client/ui/forms/checkbox.tsx';
import { TextArea, TextField } from '#client/ui/forms/text-field.tsx';
import { type AdminUser, editUser as contract } from '#contract/admin/users.ts';
import { useUserAct } from './use-user-act.tsx';
import { UserForm } from './user-form.tsx';
import { editUser } from './users-api.ts';

const groupsRead = read(getGroups, {});

/** Form to edit a user's profile; sends only the changed fields. */
export function UserEdit({
  user,
  onClose,
  onDone,
}: {
  user: AdminUser;
  onClose: () => void;
  onDone: (said: string) => void;
}) {
  const context = useAppContext();
  const { session } = useAuth();
  const doing = useUserAct();
  const isOwn = session.user?.id === user.id;
  const known = useLoaded(groupsRead)?.badges.map(({ name }) => name) ?? [];
  useEffect(() => {
    void load(context, groupsRead).catch(() => null);
  }, [context]);
  const was = {
    username: user.username,
    displayName: user.displayName ?? '',
    email: user.email,
    bio: user.bio,
    verified: user.verified,
    badges: user.badges,
  };
  const form = useCallForm({
    schema: contract.body,
    defaults: was,
    send: async (values) => {
      const changed = Object.entries(values).filter(
        ([key, value]) => JSON.stringify(value) !== JSON.stringify(was[key as keyof typeof was]),
      );
      const body = Object.fromEntries(changed);
      if (changed.length > 0)
        await doing.confirm(() => editUser(context.transport, { params: { id: user.id }, body }), 'change this email');
      onDone(`${values.username ?? user.username} was updated.`);
    },
  });
  const verified = form.form.watch('verified') ?? false;
  const badges = form.form.watch('badges') ?? [];
  return (
    <UserForm
      title={`Edit ${user.username}`}
      description="The user gets an email listing the changes."
      action="Save changes"
      form={form}
      extra={doing.dialog}
      onClose={onClose}
    >
      <TextField
        label="Username"
        hint="Links to the old username keep working for 90 days."
        autoComplete="off"
        required
        {...form.field('username')}
      />
      <TextField label="Display name" autoComplete="off" {...form.field('displayName')} />
      <TextField
        label="Email"
        type="email"
        hint={
          isOwn
            ? 'Change your own email in your account settings.'
            : 'Takes effect immediately, but the new address must be verified. Ends all sessions and emails the old address.'
        }
        autoComplete="off"
        readOnly={isOwn}
        required
        {...form.field('email')}
      />
      <TextArea label="Bio" rows={3} {...form.field('bio')} />
      <fieldset>
        <legend className="text-sm font-semibold">Badges</legend>
        <div className="mt-1.5 flex flex-wrap gap-x-5 gap-y-1">
          <span className="flex items-center gap-2">
            <Checkbox
              label="Verified Creator"
              checked={verified}
              onChange={(checked) => form.form.setValue('verified', checked, { shouldDirty: true })}
            />
            <span aria-hidden="true">Verified Creator</span>
          </span>
          {[...new Set([...known, ...user.badges])].map((name) => (
            <span key={name} className="flex items-center gap-2">
              <Checkbox
                label={name}
                checked={badges.includes(name)}
                onChange={(checked) =>
                  form.form.setValue('badges', checked ? [...badges, name] : badges.filter((badge) => badge !== name), {
                    shouldDirty: true,
                  })
                }
              />
              <span aria-hidden="true">{name}</span>
            </span>
          ))}
        </div>
      </fieldset>
    </UserForm>
  );
}
