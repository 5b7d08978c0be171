import { useSearchParams } from 'react-router';
import { linkFailure } from '#client/features/accounts/oauth/components/link-failure.ts';
import { Message } from '#client/ui/overlay/message.tsx';

/** Explains why linking an account failed, based on the redirect's query parameters. */
export function LinkFailure() {
  const [parameters] = useSearchParams();
  const sentence = linkFailure(parameters.get('error'), parameters.get('provider'));
  return sentence && <Message tone="error">{sentence}</Message>;
}
