import { useNavigate } from 'react-router';
import { SignInLink, signInPath } from '#client/features/resources/components/sign-in-link.tsx';
import { Button, buttonClass } from '#client/ui/forms/button.tsx';
import { TextField } from '#client/ui/forms/text-field.tsx';
import { Message } from '#client/ui/overlay/message.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { REQUEST_LINK_MAX_CHARACTERS, REQUEST_NAME_MAX_CHARACTERS } from '#contract/requests/limits.ts';
import type { useRequest } from './use-request.ts';

/** Form for requesting a resource (specification, section 2). Guests can fill it in as well, but must log in to send it. */
export function RequestForm({ request, next }: { request: ReturnType<typeof useRequest>; next: string }) {
  const { form, session, fields, failure, isBusy, isReady, input, submit } = request;
  const navigate = useNavigate();
  const isGuest = session.state === 'signed-out';
  return (
    <Panel className="md:p-7">
      <form
        ref={form}
        className="grid gap-5"
        method="post"
        noValidate
        onInput={input}
        onSubmit={(event) => {
          if (!isGuest) return void submit(event);
          event.preventDefault();
          return void navigate(signInPath(next));
        }}
      >
        {failure && <Message tone="error">{failure}</Message>}
        <TextField
          label="Resource Name"
          name="resourceName"
          required
          maxLength={REQUEST_NAME_MAX_CHARACTERS}
          autoComplete="off"
          error={fields.resourceName}
        />
        <TextField
          label="Resource Link"
          hint="Link to the original page, including http:// or https://"
          type="url"
          name="resourceLink"
          inputMode="url"
          required
          maxLength={REQUEST_LINK_MAX_CHARACTERS}
          autoComplete="off"
          error={fields.resourceLink}
        />
        <p className="text-sm text-muted">
          The link is just for reference. We only publish work its uploader has the rights to, so no file-host links or
          cracked copies.
        </p>
        {isGuest ? (
          <div className="grid justify-items-start gap-3">
            <SignInLink next={next} className={buttonClass({ variant: 'solid', size: 'lg' })}>
              Log in to request
            </SignInLink>
            <p className="text-sm text-muted">Log in to send your request. We'll keep what you typed.</p>
          </div>
        ) : (
          <div>
            <Button type="submit" variant="solid" size="lg" busy={isBusy} disabled={!isReady || !session.user}>
              Submit request
            </Button>
          </div>
        )}
      </form>
    </Panel>
  );
}
