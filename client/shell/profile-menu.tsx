import { Link } from 'react-router';
import type { Account } from '#contract/accounts.ts';
import { useLogout } from '../kit/use-logout.ts';
import { Avatar } from '../ui/avatar.tsx';
import { MenuButton } from '../ui/menu-button.tsx';
import type { MenuItem } from '../ui/menu-items.ts';
import { profileLinks } from './site-links.ts';

/** The signed-in person's menu. It needs scripts; without them the mobile menu stands in its place. */
export const ProfileMenu = ({ user }: { user: Account }) => {
  const logout = useLogout();
  const items: MenuItem[] = [...profileLinks(user), { label: 'Logout', onSelect: () => void logout() }];
  return (
    <MenuButton
      label={`Your menu, ${user.username}`}
      items={items}
      link={Link}
      className="hidden rounded-full tab:block noscript:hidden"
    >
      <Avatar name={user.username} src={user.avatar} size={36} />
    </MenuButton>
  );
};
