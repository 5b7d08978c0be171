import { type ReactNode, useEffect, useState } from 'react';
import { useAppContext } from '#client/kit/data/app-context.ts';
import { load, type Read, reload, useLoaded } from '#client/kit/data/query.ts';
import { sentenceOf } from '#client/kit/form.tsx';
import { Button } from '#client/ui/forms/button.tsx';
import { Message } from '#client/ui/overlay/message.tsx';
import { Spinner } from '#client/ui/spinner.tsx';

/** Renders its children once a query has loaded, and a spinner or the error until then. */
export function Loaded<T>({ of, children }: { of: Read<T>; children: (data: T) => ReactNode }) {
  const context = useAppContext();
  const [failure, setFailure] = useState<string | null>(null);
  const data = useLoaded(of);
  const { key } = of;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key covers everything the read depends on
  useEffect(() => {
    load(context, of).catch((error: unknown) => setFailure(sentenceOf(error)));
  }, [context, key]);
  const again = () => {
    setFailure(null);
    reload(context, of).catch((error: unknown) => setFailure(sentenceOf(error)));
  };
  if (data !== undefined) return children(data);
  if (failure) {
    return (
      <Message
        tone="error"
        action={
          <Button size="sm" onClick={again}>
            Try again
          </Button>
        }
      >
        {failure}
      </Message>
    );
  }
  return (
    <div className="panel flex justify-center py-14">
      <Spinner label="Loading" />
    </div>
  );
}
