import { Link } from 'react-router';
import { useAuth } from '#client/kit/session.tsx';
import { useLogout } from '#client/kit/use-logout.ts';
import { Avatar } from '#client/ui/media/avatar.tsx';
import { GEAR } from '#client/ui/more-icons.ts';
import { MenuButton } from '#client/ui/overlay/menu-button.tsx';
import { profilePath } from '#contract/paths.ts';

/**
 * Shows the current administrator under the fixed label from the specification. Links back to the site, because admin pages do
 * not show the site's header.
 */
export function AdminAccount() {
  const { session } = useAuth();
  const logout = useLogout();
  const { user } = session;
  if (!user) return <span className="font-semibold max-md:sr-only">Administrator</span>;
  return (
    <MenuButton
      label="Administrator"
      isNamed
      link={Link}
      className="flex flex-none items-center gap-2.5 rounded-lg"
      items={[
        { label: 'Open the site', icon: 'monitor', to: '/' },
        { label: 'Profile', icon: 'user', to: profilePath(user.username) },
        { label: 'Account settings', icon: GEAR, to: '/settings' },
        { label: 'Logout', icon: 'lock', onSelect: () => void logout() },
      ]}
    >
      <Avatar name={user.username} src={user.avatar} size={32} />
      <span className="font-semibold max-md:sr-only">Administrator</span>
      <span className="sr-only">, {user.username}</span>
    </MenuButton>
  );
}
