import { useState } from 'react';
import { Avatar } from '#client/ui/avatar.tsx';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { Message } from '#client/ui/message.tsx';
import { SearchField } from '#client/ui/search-field.tsx';
import { Spinner } from '#client/ui/spinner.tsx';
import type { AdminUser } from '#contract/people.ts';
import { usersRead } from '../people-api.ts';
import { firstPage, useTable } from './use-table.ts';
import { UserPremium } from './user-premium.tsx';
import { RoleBadge } from './user-words.tsx';

const SHOWN = 8;

/** Finds somebody who has no Premium yet, to give them some. */
export const UserGrant = ({ onClose, onDone }: { onClose: () => void; onDone: (said: string) => void }) => {
  const table = useTable((query) => usersRead({ ...query, limit: String(SHOWN) }), firstPage({ status: 'active' }));
  const [user, setUser] = useState<AdminUser | null>(null);
  if (user) return <UserPremium user={user} onClose={onClose} onDone={onDone} />;
  const users = table.data?.users;
  return (
    <Dialog open onOpenChange={(open) => open || onClose()} title="Give Premium" description="Choose somebody.">
      {/* biome-ignore lint/a11y/useSemanticElements: the search element is not known to all browsers that are supported */}
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
                <RoleBadge role={found.role === 'USER' ? 'PREMIUM' : found.role} />
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
};
