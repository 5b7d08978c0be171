import { useRef, useState } from 'react';
import {
  disableTwoFactor,
  enableTwoFactor,
  renewRecoveryCodes,
  setUpTwoFactor,
} from '#client/features/accounts/security/api.ts';
import type { Confirmed } from '#client/features/accounts/security/components/use-confirmed.tsx';
import { useAppContext } from '#client/kit/data/app-context.ts';
import { useAct } from '#client/kit/data/use-act.ts';
import { Badge } from '#client/ui/badge.tsx';
import { Button } from '#client/ui/forms/button.tsx';
import { Message } from '#client/ui/overlay/message.tsx';
import * as contract from '#contract/accounts/security.ts';
import type { ReplyOf } from '#contract/http.ts';
import { ActMessages } from './act-messages.tsx';
import { AuthenticatorCode } from './authenticator-code.tsx';
import { CodeForm } from './code-form.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { AccountSettingsSection } from './settings-section.tsx';
import { useStepFocus } from './use-step-focus.ts';

type TwoFactor = ReplyOf<typeof contract.getSecurity>['twoFactor'];
type Offer = ReplyOf<typeof contract.setUpTwoFactor>;

type Step =
  | { name: 'rest' }
  | { name: 'set-up'; offer: Offer }
  | { name: 'codes'; codes: string[] }
  | { name: 'renew' }
  | { name: 'turn-off' };

const leftOf = (count: number): string => (count === 1 ? '1 recovery code left' : `${count} recovery codes left`);

/** Section for turning two-factor authentication on and off, and for recovery codes (product.md ID-9). */
export function TwoFactorSection({
  twoFactor,
  confirmed,
  onChange,
}: {
  twoFactor: TwoFactor;
  confirmed: Confirmed;
  onChange: () => Promise<unknown>;
}) {
  const { transport, site } = useAppContext();
  const act = useAct();
  const [step, setStep] = useState<Step>({ name: 'rest' });
  const box = useStepFocus(step.name);
  const rest = () => setStep({ name: 'rest' });
  const begin = () =>
    act.run(async () => {
      const offer = await confirmed.run(() => setUpTwoFactor(transport, {}), 'set up two-factor');
      setStep({ name: 'set-up', offer });
    });
  const changed = useRef<Promise<unknown>>(Promise.resolve());
  const showCodes = async ({ recoveryCodes }: { recoveryCodes: string[] }) => {
    setStep({ name: 'codes', codes: recoveryCodes });
    changed.current = onChange();
    await changed.current;
  };
  // Wait for the reload; otherwise the section would offer to set up two-factor authentication again.
  const leaveCodes = () => act.run(() => changed.current.finally(rest));
  const turnOff = async (code: string) => {
    await disableTwoFactor(transport, { body: { code } });
    // Reload first, so that the button that receives focus does not change afterwards.
    await onChange().finally(rest);
  };
  return (
    <AccountSettingsSection
      id="two-factor"
      about="Each login requires a code from an app on your phone, so a stolen password alone isn't enough."
      aside={twoFactor.enabled ? <Badge tone="scope">On</Badge> : <Badge>Off</Badge>}
    >
      <ActMessages act={act} className="mb-4" />
      {twoFactor.required && !twoFactor.enabled && (
        <Message tone="info" className="mb-4">
          Administrators of this site must use two-factor. You can open the admin panel once you turn it on.
        </Message>
      )}
      <div ref={box}>
        {step.name === 'rest' && !twoFactor.enabled && (
          <Button variant="solid" busy={act.isBusy} onClick={begin}>
            Set up two-factor
          </Button>
        )}
        {step.name === 'set-up' && (
          <div className="grid gap-6">
            <AuthenticatorCode {...step.offer} />
            <CodeForm
              schema={contract.enableTwoFactor.body}
              label="Authenticator code"
              action="Turn on"
              send={async (code) =>
                showCodes(
                  await confirmed.run(() => enableTwoFactor(transport, { body: { code } }), 'turn on two-factor'),
                )
              }
              onCancel={rest}
            />
          </div>
        )}
        {step.name === 'codes' && (
          <RecoveryCodes codes={step.codes} siteName={site.siteName} isBusy={act.isBusy} onKept={leaveCodes} />
        )}
        {step.name === 'rest' && twoFactor.enabled && (
          <div className="flex flex-wrap items-center gap-2.5">
            <p className="mr-auto text-muted">{leftOf(twoFactor.recoveryCodesLeft)}.</p>
            <Button onClick={() => setStep({ name: 'renew' })}>New recovery codes</Button>
            <Button variant="danger" onClick={() => setStep({ name: 'turn-off' })}>
              Turn off
            </Button>
          </div>
        )}
        {step.name === 'renew' && (
          <CodeForm
            schema={contract.renewRecoveryCodes.body}
            label="Authenticator code"
            hint="Your current codes will stop working."
            action="Create new codes"
            send={async (code) => showCodes(await renewRecoveryCodes(transport, { body: { code } }))}
            onCancel={rest}
          />
        )}
        {step.name === 'turn-off' && (
          <CodeForm
            schema={contract.disableTwoFactor.body}
            label="Authenticator code or recovery code"
            action="Turn off two-factor"
            send={turnOff}
            onCancel={rest}
          />
        )}
      </div>
    </AccountSettingsSection>
  );
}
