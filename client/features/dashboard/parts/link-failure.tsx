import { useSearchParams } from 'react-router';
import { Message } from '#client/ui/message.tsx';
import { linkFailure } from '../../identities/parts/link-failure.ts';

/** Why linking an account did not work, as the way back from the provider says it in the address. */
export const LinkFailure = () => {
  const [parameters] = useSearchParams();
  const sentence = linkFailure(parameters.get('error'), parameters.get('provider'));
  return sentence && <Message tone="error">{sentence}</Message>;
};
