import { useAuth } from '../kit/session.tsx';
import { useSite } from '../kit/site.ts';

/** Above everything while the site is closed: administrators go on as usual and would not notice otherwise. */
export function MaintenanceLine() {
  const { session } = useAuth();
  const { maintenance } = useSite();
  if (!maintenance) return null;
  return (
    <p role="status" className="notice-line">
      {session.user?.role === 'ADMIN'
        ? 'Maintenance is on: only administrators see the site.'
        : 'The site is closed for maintenance. Those who administer it can log in.'}
    </p>
  );
}
