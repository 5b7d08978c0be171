import { getGroups } from '#client/features/admin/settings/groups-api.ts';
import { ForumBlock } from '#client/features/forum/admin/forum-block.tsx';
import { useAppContext } from '#client/kit/data/app-context.ts';
import { read, reload } from '#client/kit/data/query.ts';
import { Loaded } from '#client/kit/settings/loaded.tsx';
import { adminSettingsRead } from '#client/kit/settings/settings-api.ts';
import { BadgesBlock } from './badges-block.tsx';
import { CategoriesBlock } from './categories-block.tsx';
import { RolesBlock } from './roles-block.tsx';

const groupsRead = read(getGroups, {});

/** Roles and badges of users, and categories of resources and threads. */
export function GroupsPage() {
  const context = useAppContext();
  // The change has been saved. If reloading fails, the list is loaded the next time the page opens.
  const again = () => reload(context, groupsRead).catch(() => null);
  return (
    <Loaded of={groupsRead}>
      {({ roles, badges, categories }) => (
        <div className="grid gap-6">
          <RolesBlock roles={roles} />
          <BadgesBlock badges={badges} onChange={again} />
          <Loaded of={adminSettingsRead}>
            {(settings) => <CategoriesBlock settings={settings} counted={categories} onSaved={() => void again()} />}
          </Loaded>
          <ForumBlock />
        </div>
      )}
    </Loaded>
  );
}
