import { useAuth } from '../kit/session.tsx';
import { useSite } from '../kit/site.ts';

/** Notice during maintenance, at the top of the page. Without it, administrators might not notice that the site is closed. */
export function MaintenanceLine() {
  const { session } = useAuth();
  const { maintenance } = useSite();
  if (!maintenance) return null;
  return (
    <p role="status" className="notice-line">
      {session.user?.role === 'ADMIN'
        ? 'Maintenance mode is on. Only admins can use the site.'
        : 'The site is down for maintenance. Admins can still log in.'}
    </p>
  );
}
