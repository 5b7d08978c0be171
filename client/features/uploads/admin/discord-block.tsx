// Settings for announcing newly approved assets in a Discord channel (product.md CH-3).
import { useState } from 'react';
import { withConfirmation } from '#client/kit/confirmation.ts';
import { useAppContext } from '#client/kit/data/app-context.ts';
import { update } from '#client/kit/data/query.ts';
import { useAct } from '#client/kit/data/use-act.ts';
import { useCallForm } from '#client/kit/form.tsx';
import { Loaded } from '#client/kit/settings/loaded.tsx';
import { SaveRow, SettingsBlock } from '#client/kit/settings/settings-block.tsx';
import { describeFailure, useSavedNote } from '#client/kit/settings/use-settings-form.ts';
import { Ago } from '#client/kit/text/ago.tsx';
import { Badge } from '#client/ui/badge.tsx';
import { Button } from '#client/ui/forms/button.tsx';
import { TextField } from '#client/ui/forms/text-field.tsx';
import { ConfirmWindow } from '#client/ui/overlay/confirm-window.tsx';
import { Message } from '#client/ui/overlay/message.tsx';
import { putDiscordPosts as contractPut, type DiscordPosts } from '#contract/uploads/discord-posts.ts';
import { deleteDiscordPosts, discordPostsRead, putDiscordPosts, sendDiscordTest } from './discord-api.ts';
import { DiscordMessagePreview } from './discord-message.tsx';
import './discord.css';

type Values = { isOn: boolean; url?: string | undefined };

const CHANGE = 'change the announcements on Discord';
const assets = (count: number): string => (count === 1 ? '1 asset' : `${count} assets`);
const announcements = (count: number): string => (count === 1 ? '1 announcement' : `${count} announcements`);

/** What happened last and what waits. */
const Facts = ({ posts }: { posts: DiscordPosts }) => {
  const { waiting, uncertain, refused, lastSentAt, pausedUntil, isSet } = posts;
  if (!isSet) return null;
  return (
    <ul className="grid gap-1 text-sm text-muted">
      <li>
        {lastSentAt ? (
          <>
            Last message sent <Ago time={lastSentAt} />.
          </>
        ) : (
          'No message sent yet.'
        )}
      </li>
      {waiting > 0 && <li>{assets(waiting)} will be announced within a few minutes.</li>}
      {pausedUntil && <li>Discord asked us to wait. Announcements continue automatically.</li>}
      {uncertain > 0 && (
        <li>
          {announcements(uncertain)} may not have arrived in the last 30 days. To avoid doubles, we don't repeat them.
        </li>
      )}
      {refused > 0 && (
        <li>Discord refused {announcements(refused)} in the last 30 days. Send a test message to check.</li>
      )}
    </ul>
  );
};

const Settings = ({ posts }: { posts: DiscordPosts }) => {
  const context = useAppContext();
  const test = useAct();
  const removal = useAct();
  const [isAsking, setAsking] = useState(false);
  /** The URL is a secret, so it is never shown again. */
  const showSaved = (isOn: boolean): void => {
    form.form.reset({ isOn, url: undefined });
    // Without a value, a reset leaves what was typed in the field.
    form.form.setValue('url', '');
  };
  const keep = (saved: DiscordPosts): void => update(context, discordPostsRead, () => saved);
  const form = useCallForm<Values, Values>({
    schema: contractPut.body,
    // Without a value, an empty field is not sent.
    defaults: { isOn: posts.isOn, url: undefined },
    describe: describeFailure,
    send: async (body) => {
      keep(await withConfirmation(() => putDiscordPosts(context.transport, { body }), CHANGE));
      showSaved(body.isOn);
    },
  });
  const isSaved = useSavedNote(form.isDone);
  const sendTest = () =>
    test.run(async () => keep(await sendDiscordTest(context.transport, {})), 'Test message sent. Check your channel.');
  const remove = async (): Promise<void> => {
    const isDeleted = await removal.run(
      async () => keep(await withConfirmation(() => deleteDiscordPosts(context.transport, {}), CHANGE)),
      'Webhook deleted',
    );
    if (!isDeleted) return;
    showSaved(false);
    setAsking(false);
  };
  return (
    <SettingsBlock
      title="Announcements on Discord"
      about="Posts a message in a Discord channel when an asset is approved for the first time. If many are approved within a minute, one message lists them."
      aside={<Badge tone={posts.isOn ? 'scope' : 'muted'}>{posts.isOn ? 'On' : 'Off'}</Badge>}
    >
      <div className="grid gap-5">
        {posts.goneAt && (
          <Message tone="error">
            Discord reported that the webhook was deleted, so announcements were turned off. Create a new webhook and
            save its URL.
          </Message>
        )}
        {!posts.isReachable && (
          <Message tone="info">
            Discord can't reach this site, because its address isn't public. Messages are sent without links and
            pictures.
          </Message>
        )}
        <form className="grid gap-4" method="post" noValidate onSubmit={form.submit}>
          <TextField
            label="Webhook URL"
            hint={
              posts.isSet
                ? `A webhook is saved (ID ${posts.webhookId}). Enter another URL to replace it.`
                : 'In Discord, open the channel settings, then Integrations, Webhooks, and copy the webhook URL.'
            }
            type="password"
            autoComplete="off"
            spellCheck={false}
            maxLength={300}
            placeholder="https://discord.com/api/webhooks/"
            {...form.field('url')}
            {...form.form.register('url', { setValueAs: (typed: string | undefined) => typed?.trim() || undefined })}
          />
          <label className="setting-toggle">
            <input type="checkbox" {...form.form.register('isOn')} />
            <span>Announce newly approved assets</span>
          </label>
          <SaveRow {...form} isSaved={isSaved} />
        </form>
        <Facts posts={posts} />
        {test.failure && <Message tone="error">{test.failure}</Message>}
        {test.done && <Message tone="success">{test.done}</Message>}
        {removal.done && <Message tone="success">{removal.done}</Message>}
        <div className="flex flex-wrap gap-2">
          <Button idle={!posts.isSet} busy={test.isBusy} onClick={() => void sendTest()}>
            {test.isBusy ? 'Sending...' : 'Send a test message'}
          </Button>
          <Button variant="danger" idle={!posts.isSet} onClick={() => setAsking(true)}>
            Delete webhook
          </Button>
        </div>
        <div className="grid items-start gap-5 md:grid-cols-2">
          <DiscordMessagePreview message={posts.preview} label="Preview: one asset" />
          <DiscordMessagePreview message={posts.summary} label="Preview: many assets" />
        </div>
      </div>
      {isAsking && (
        <ConfirmWindow
          title="Delete webhook?"
          consequence="Nothing is announced on Discord any more. The webhook stays in Discord until you delete it there."
          action="Delete"
          isBusy={removal.isBusy}
          failure={removal.failure}
          onConfirm={() => void remove()}
          onClose={() => setAsking(false)}
        />
      )}
    </SettingsBlock>
  );
};

/** The section on the page of extra settings. */
export function DiscordBlock() {
  return <Loaded of={discordPostsRead}>{(posts) => <Settings posts={posts} />}</Loaded>;
}
