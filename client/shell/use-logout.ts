import { useNavigate } from 'react-router';
import { useAuth } from '../kit/session.tsx';

/** Ends the session and opens the sign-in page (specification, section 2). */
export const useLogout = (): (() => void) => {
  const { signOut } = useAuth();
  const navigate = useNavigate();
  return () => void signOut().then(() => navigate('/login'));
};
