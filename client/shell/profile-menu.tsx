import { Link } from 'react-router';
import { Avatar } from '#client/ui/media/avatar.tsx';
import { MenuButton } from '#client/ui/overlay/menu-button.tsx';
import type { MenuItem } from '#client/ui/overlay/menu-items.ts';
import type { Account } from '#contract/accounts/api.ts';
import { useLogout } from '../kit/use-logout.ts';
import { profileLinks } from './site-links.ts';

/** The logged-in user's menu; null if it is not known yet who it is. It requires JavaScript; without it, the mobile menu is shown instead. */
export function ProfileMenu({ user }: { user: Account | null }) {
  const logout = useLogout();
  const items: MenuItem[] = [...profileLinks(user), { label: 'Logout', onSelect: () => void logout() }];
  return (
    <MenuButton
      label={user ? `Account menu, ${user.username}` : 'Account menu'}
      items={items}
      link={Link}
      className="hidden rounded-full tab:block noscript:hidden"
    >
      {user ? (
        <Avatar name={user.username} src={user.avatar} size={36} />
      ) : (
        <span className="skeleton block size-9 rounded-full" />
      )}
    </MenuButton>
  );
}
