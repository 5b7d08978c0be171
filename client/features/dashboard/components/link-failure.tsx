import { useSearchParams } from 'react-router';
import { linkFailure } from '#client/features/accounts/oauth/components/link-failure.ts';
import { Message } from '#client/ui/overlay/message.tsx';

/** Why linking an account did not work, as the way back from the provider says it in the address. */
export function LinkFailure() {
  const [parameters] = useSearchParams();
  const sentence = linkFailure(parameters.get('error'), parameters.get('provider'));
  return sentence && <Message tone="error">{sentence}</Message>;
}
