import { useNavigate } from 'react-router';
import { useAuth } from './session.tsx';

/** Ends the session and opens the sign-in page (specification, section 2), which says so when the call failed. */
export function useLogout(): () => Promise<void> {
  const { signOut } = useAuth();
  const navigate = useNavigate();
  return async () => {
    const isEnded = await signOut();
    await navigate(isEnded ? '/login' : '/login?logout=failed');
  };
}
