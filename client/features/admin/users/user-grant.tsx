import { useState } from 'react';
import { firstPage, useTable } from '#client/kit/admin/use-table.ts';
import { Button } from '#client/ui/forms/button.tsx';
import { SearchField } from '#client/ui/forms/search-field.tsx';
import { Avatar } from '#client/ui/media/avatar.tsx';
import { Dialog } from '#client/ui/overlay/dialog.tsx';
import { Message } from '#client/ui/overlay/message.tsx';
import { Spinner } from '#client/ui/spinner.tsx';
import type { AdminUser } from '#contract/admin/users.ts';
import { UserRoleBadge } from './user-labels.tsx';
import { UserPremium } from './user-premium.tsx';
import { usersRead } from './users-api.ts';

const SHOWN = 8;

/** Dialog for finding a user without Premium and granting it to them. */
export function UserGrant({ onClose, onDone }: { onClose: () => void; onDone: (said: string) => void }) {
  const table = useTable((query) => usersRead({ ...query, limit: String(SHOWN) }), firstPage({ status: 'active' }));
  const [user, setUser] = useState<AdminUser | null>(null);
  if (user) return <UserPremium user={user} onClose={onClose} onDone={onDone} />;
  const users = table.data?.users;
  return (
    <Dialog open onOpenChange={(open) => open || onClose()} title="Give Premium" description="Choose a user.">
      {/* biome-ignore lint/a11y/useSemanticElements: not all supported browsers know the search element */}
      <form role="search" className="grid gap-3" onSubmit={(event) => event.preventDefault()}>
        <SearchField
          label="Search users"
          placeholder="Search users..."
          value={table.typed}
          onValueChange={table.setSearch}
        />
        {table.failure && <Message tone="error">{table.failure}</Message>}
        {!users && table.isBusy && <Spinner label="Loading" />}
        {users?.length === 0 && <p className="text-muted">No users found.</p>}
        <ul aria-label="Users" className="grid gap-1">
          {users?.map((found) => (
            <li key={found.id} className="flex items-center gap-2.5 border-b border-line py-2">
              <Avatar name={found.username} src={found.avatar} size={32} />
              <span className="min-w-0 flex-1">
                <span className="block font-semibold wrap-anywhere">{found.username}</span>
                <span className="block text-sm text-muted wrap-anywhere">{found.email}</span>
              </span>
              {found.isPremium ? (
                <UserRoleBadge role={found.role === 'USER' ? 'PREMIUM' : found.role} />
              ) : (
                <Button size="sm" aria-label={`Choose ${found.username}`} onClick={() => setUser(found)}>
                  Choose
                </Button>
              )}
            </li>
          ))}
        </ul>
      </form>
    </Dialog>
  );
}
