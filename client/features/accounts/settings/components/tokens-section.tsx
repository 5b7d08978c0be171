import { useRef, useState } from 'react';
import { Link } from 'react-router';
import { deleteToken, listTokens } from '#client/features/accounts/personal-tokens/api.ts';
import type { Confirmed } from '#client/features/accounts/security/components/use-confirmed.tsx';
import { useAppContext } from '#client/kit/data/app-context.ts';
import { read, reload, useLoaded } from '#client/kit/data/query.ts';
import { useAct } from '#client/kit/data/use-act.ts';
import { Button } from '#client/ui/forms/button.tsx';
import { lazyPart } from '#client/ui/lazy-part.tsx';
import { Message } from '#client/ui/overlay/message.tsx';
import type { PersonalToken } from '#contract/accounts/personal-tokens.ts';
import { TOKENS_MAX } from '#contract/accounts/token-limits.ts';
import { ActMessages } from './act-messages.tsx';
import { NewToken } from './new-token.tsx';
import { AccountSettingsSection } from './settings-section.tsx';
import { TokenForm } from './token-form.tsx';
import { TokenList } from './token-list.tsx';

const LazyDialog = lazyPart(() => import('#client/ui/overlay/dialog.tsx').then((file) => file.Dialog), {
  leave: ({ onOpenChange }) => onOpenChange(false),
});

/** Loaded with the page. If it fails, only this section is affected. */
export const tokensRead = read(listTokens, {});

type Step = { name: 'rest' } | { name: 'form' } | { name: 'made'; token: string };

/** Personal access tokens for programs (product.md PL-3). */
export function TokensSection({ confirmed }: { confirmed: Confirmed }) {
  const context = useAppContext();
  const act = useAct();
  const loaded = useLoaded(tokensRead);
  const [step, setStep] = useState<Step>({ name: 'rest' });
  const [question, setQuestion] = useState<PersonalToken | null>(null);
  const list = useRef<HTMLUListElement>(null);
  const begin = useRef<HTMLButtonElement>(null);
  const rest = () => {
    setStep({ name: 'rest' });
    requestAnimationFrame(() => begin.current?.focus());
  };
  const made = async (token: string) => {
    setStep({ name: 'made', token });
    // The token has been created and must be shown, even if the list fails to load.
    await reload(context, tokensRead).catch(() => undefined);
  };
  const remove = ({ id, name }: PersonalToken) => {
    setQuestion(null);
    return act.run(async () => {
      await deleteToken(context.transport, { params: { id } });
      await reload(context, tokensRead);
      // Move focus, because the clicked button was removed together with its row.
      (list.current ?? begin.current)?.focus();
    }, `Deleted: ${name}.`);
  };
  const tokens = loaded?.tokens;
  const isFull = tokens !== undefined && tokens.length >= TOKENS_MAX;
  return (
    <AccountSettingsSection
      id="tokens"
      about={
        <>
          Use tokens to access the API from your own tools.{' '}
          <Link to="/developers" className="link">
            How to use the API
          </Link>
        </>
      }
    >
      <ActMessages act={act} className="mb-4" />
      {step.name === 'form' && <TokenForm confirmed={confirmed} onMade={made} onCancel={rest} />}
      {step.name === 'made' && <NewToken token={step.token} onKept={rest} />}
      {step.name === 'rest' && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button
            ref={begin}
            idle={tokens === undefined || isFull || act.isBusy}
            onClick={() => setStep({ name: 'form' })}
          >
            New token
          </Button>
          {isFull && <p className="text-sm text-muted">You have {TOKENS_MAX} tokens. Delete one to create another.</p>}
        </div>
      )}
      <div className="mt-6">
        {tokens === undefined && (
          <Message
            tone="error"
            action={
              <Button size="sm" busy={act.isBusy} onClick={() => act.run(() => reload(context, tokensRead))}>
                Try again
              </Button>
            }
          >
            Your tokens could not be loaded.
          </Message>
        )}
        {tokens?.length === 0 && <p className="text-muted">No tokens yet. Create one to use the API.</p>}
        {tokens && tokens.length > 0 && (
          <TokenList tokens={tokens} list={list} isBusy={act.isBusy} onDelete={setQuestion} />
        )}
      </div>
      {question && (
        <LazyDialog
          open
          onOpenChange={(open) => open || setQuestion(null)}
          title={`Delete ${question.name}?`}
          description="Tools that use this token will lose access immediately."
          actions={
            <>
              <Button onClick={() => setQuestion(null)}>Keep it</Button>
              <Button variant="danger" onClick={() => remove(question)}>
                Delete token
              </Button>
            </>
          }
        />
      )}
    </AccountSettingsSection>
  );
}
