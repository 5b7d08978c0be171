import { useState } from 'react';
import { resendVerification } from '#client/features/accounts/api.ts';
import { useAppContext } from '#client/kit/data/app-context.ts';
import { sentenceOf } from '#client/kit/form.tsx';
import { Button } from '#client/ui/forms/button.tsx';
import { Message } from '#client/ui/overlay/message.tsx';

/** Button that resends the verification link to the logged-in user. */
export function ResendButton({ email, variant }: { email: string; variant?: 'solid' | 'outline' }) {
  const { transport } = useAppContext();
  const [state, setState] = useState<'idle' | 'busy' | 'sent'>('idle');
  const [failure, setFailure] = useState<string | null>(null);
  const send = async (): Promise<void> => {
    setState('busy');
    setFailure(null);
    try {
      await resendVerification(transport, {});
      setState('sent');
    } catch (error) {
      setFailure(sentenceOf(error));
      setState('idle');
    }
  };
  return (
    <div className="flex flex-col items-start gap-2.5">
      {failure && <Message tone="error">{failure}</Message>}
      {state === 'sent' && <Message tone="success">We sent a new link to {email}.</Message>}
      <Button variant={variant} busy={state === 'busy'} onClick={send}>
        {state === 'busy' ? 'Sending...' : state === 'sent' ? 'Send again' : 'Send a new link'}
      </Button>
    </div>
  );
}
