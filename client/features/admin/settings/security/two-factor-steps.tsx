import { disableTwoFactor, enableTwoFactor } from '#client/features/accounts/security/api.ts';
import { AuthenticatorCode } from '#client/features/accounts/settings/components/authenticator-code.tsx';
import { CodeForm } from '#client/features/accounts/settings/components/code-form.tsx';
import { RecoveryCodes } from '#client/features/accounts/settings/components/recovery-codes.tsx';
import { useStepFocus } from '#client/features/accounts/settings/components/use-step-focus.ts';
import { useAppContext } from '#client/kit/data/app-context.ts';
import { Panel } from '#client/ui/panel.tsx';
import * as security from '#contract/accounts/security.ts';
import type { ReplyOf } from '#contract/http.ts';

/** The current step of turning two-factor authentication on or off, which starts in the profile form. */
export type FactorStep =
  | { name: 'rest' }
  | { name: 'set-up'; offer: ReplyOf<typeof security.setUpTwoFactor> }
  | { name: 'codes'; codes: string[] }
  | { name: 'turn-off' };

/** The code form that completes the change. Nothing changes before it is submitted. */
export function FactorSteps({
  step,
  onStep,
  onChange,
}: {
  step: FactorStep;
  onStep: (step: FactorStep) => void;
  onChange: () => Promise<unknown>;
}) {
  const { transport, site } = useAppContext();
  const box = useStepFocus(step.name);
  const rest = () => onStep({ name: 'rest' });
  if (step.name === 'rest') return null;
  return (
    <div ref={box} className="scroll-my-6">
      <Panel title="Two-factor" className="md:p-7">
        {step.name === 'set-up' && (
          <div className="grid gap-6">
            <AuthenticatorCode {...step.offer} />
            <CodeForm
              schema={security.enableTwoFactor.body}
              label="Authenticator code"
              action="Turn on"
              send={async (code) => {
                const { recoveryCodes } = await enableTwoFactor(transport, { body: { code } });
                onStep({ name: 'codes', codes: recoveryCodes });
                await onChange();
              }}
              onCancel={rest}
            />
          </div>
        )}
        {step.name === 'codes' && <RecoveryCodes codes={step.codes} siteName={site.siteName} onKept={rest} />}
        {step.name === 'turn-off' && (
          <CodeForm
            schema={security.disableTwoFactor.body}
            label="Authenticator code or recovery code"
            action="Turn off two-factor"
            send={async (code) => {
              await disableTwoFactor(transport, { body: { code } });
              rest();
              await onChange();
            }}
            onCancel={rest}
          />
        )}
      </Panel>
    </div>
  );
}
