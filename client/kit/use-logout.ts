import { useNavigate } from 'react-router';
import { useAuth } from './session.tsx';

/** Logs out and opens the login page (specification, section 2). If the call failed, the login page shows a message. */
export function useLogout(): () => Promise<void> {
  const { signOut } = useAuth();
  const navigate = useNavigate();
  return async () => {
    const isEnded = await signOut();
    await navigate(isEnded ? '/login' : '/login?logout=failed');
  };
}
