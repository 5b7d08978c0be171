import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { createRequest } from '#client/features/requests/api.ts';
import { comparableLink, forgetLink, noteLink, wasRequested } from '#client/features/requests/request-store.ts';
import { useAppContext } from '#client/kit/data/app-context.ts';
import { CallError } from '#client/kit/data/call.ts';
import { useAuth } from '#client/kit/session.tsx';
import type { RequestOutcome } from '#contract/requests/api.ts';
import { REQUEST_NAME_MAX_CHARACTERS, REQUEST_WAIT_HOURS } from '#contract/requests/limits.ts';
import { browserStores, deleteRequestDraft, readTyped, saveRequestDraft, type TypedRequest } from './request-draft.ts';
import { browserStore, useWait } from './use-wait.ts';

type Fields = { resourceName?: string; resourceLink?: string };

const UNREACHED = new CallError('Failed to submit request. Please try again.', 0, null);

/** Validation errors that the browser can detect (specification, section 5); null if there are none. */
const wrongOf = ({ name, link }: TypedRequest): Fields | null => {
  const fields: Fields = {};
  if (!name.trim()) fields.resourceName = 'Enter a name.';
  if (!link.trim()) fields.resourceLink = 'Enter a link.';
  else if (comparableLink(link) === null) fields.resourceLink = 'Enter a link that begins with http:// or https://.';
  return fields.resourceName || fields.resourceLink ? fields : null;
};

const typedIn = (form: HTMLFormElement): TypedRequest => {
  const data = new FormData(form);
  return { name: String(data.get('resourceName') ?? ''), link: String(data.get('resourceLink') ?? '') };
};

const fieldOf = (form: HTMLFormElement | null, name: keyof Fields): HTMLInputElement | null => {
  const field = form?.elements.namedItem(name);
  return field instanceof HTMLInputElement ? field : null;
};

/**
 * State of /request: the form, its outcome and the waiting time (specification, section 4). Values are read from the form's
 * fields.
 */
export function useRequest() {
  const { queryCache, transport } = useAppContext();
  const { session, holdTyped } = useAuth();
  const person = session.user?.id ?? null;
  const wait = useWait(person);
  const [outcome, setOutcome] = useState<RequestOutcome | null>(null);
  const [typed, setTyped] = useState<TypedRequest>({ name: '', link: '' });
  const [fields, setFields] = useState<Fields>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  // Before hydration, a click must not submit the form natively.
  const [isReady, setReady] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  // A second click can come before the button is rendered as busy.
  const isSending = useRef(false);
  // The button that leads back to the form disappears together with its card, so the form takes focus.
  const isBack = useRef(false);
  const [parameters, setParameters] = useSearchParams();
  // The name in the URL comes from a search that had no results. Read it only in the browser, because all visitors share a cached
  // page.
  const proposed = parameters.get('name')?.trim().slice(0, REQUEST_NAME_MAX_CHARACTERS) ?? '';
  const isFormShown = !outcome && !wait.isWaiting;
  const isTyped = typed.name !== '' || typed.link !== '';

  useEffect(() => setReady(true), []);
  // If the session ends, keep the page open with the typed text.
  useEffect(() => (isTyped ? holdTyped() : undefined), [isTyped, holdTyped]);

  // Restore the user's draft, but keep text that was typed before hydration or before logging in.
  useEffect(() => {
    if (!isFormShown || session.state === 'loading' || !form.current) return;
    const kept = readTyped(browserStores, person, Date.now());
    const here = typedIn(form.current);
    const asked = proposed ? { name: proposed, link: kept?.name === proposed ? kept.link : '' } : null;
    const now = here.name || here.link ? here : (asked ?? kept ?? here);
    for (const [name, value] of [
      ['resourceName', now.name],
      ['resourceLink', now.link],
    ] as const) {
      const field = fieldOf(form.current, name);
      if (field) field.value = value;
    }
    setTyped(now);
    if (isBack.current) fieldOf(form.current, 'resourceName')?.focus();
    isBack.current = false;
  }, [isFormShown, person, session.state, proposed]);

  const input = (): void => {
    if (!form.current) return;
    const now = typedIn(form.current);
    setTyped(now);
    setFields({});
    saveRequestDraft(browserStores, person, now, Date.now());
  };

  const refuse = (wrong: Fields): void => {
    setFields(wrong);
    fieldOf(form.current, wrong.resourceName ? 'resourceName' : 'resourceLink')?.focus();
  };

  const settle = (reply: RequestOutcome, owner: string): void => {
    if (reply.request.own) noteLink(browserStore, owner, reply.request.resourceLink);
    // The board and the results of name searches are outdated.
    queryCache.invalidateAll();
    if (reply.status === 'success') {
      wait.begin(Date.now() + (Date.parse(reply.nextAt) - Date.parse(reply.request.createdAt)));
      deleteRequestDraft(browserStores, owner);
      // Clear the name in the URL, so that the form is empty when it is shown again.
      if (proposed) setParameters({}, { replace: true, preventScrollReset: true });
      setTyped({ name: '', link: '' });
    }
    setOutcome(reply);
  };

  const fail = (error: unknown): void => {
    const {
      code,
      fields: wrong,
      message,
      retryAfterSeconds,
    } = error instanceof CallError && error.status !== 0 ? error : UNREACHED;
    if (code === 'REQUEST_LIMIT') wait.begin(Date.now() + (retryAfterSeconds || REQUEST_WAIT_HOURS * 3600) * 1000);
    else if (code === 'REQUEST_LINK_REFUSED') refuse({ resourceLink: message });
    else if (wrong.resourceName || wrong.resourceLink) refuse(wrong);
    else setFailure(message);
  };

  const submit = async (event: SubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    if (person === null || isSending.current) return;
    const now = typedIn(event.currentTarget);
    const wrong = wrongOf(now);
    setFailure(null);
    setFields({});
    if (wrong) return refuse(wrong);
    if (wasRequested(browserStore, person, now.link)) {
      // Warn only once, because the earlier request may have been removed. A second click sends the request to the server.
      forgetLink(browserStore, person, now.link);
      return refuse({ resourceLink: 'You have already requested this resource before.' });
    }
    isSending.current = true;
    setBusy(true);
    try {
      settle(
        await createRequest(transport, { body: { resourceName: now.name.trim(), resourceLink: now.link.trim() } }),
        person,
      );
    } catch (error) {
      fail(error);
    } finally {
      isSending.current = false;
      setBusy(false);
    }
  };

  return {
    form,
    person,
    session,
    wait,
    outcome,
    typed,
    fields,
    failure,
    isBusy,
    isReady,
    input,
    submit,
    // Goes back to the form, which still has the typed text unless it was sent.
    again: (): void => {
      isBack.current = true;
      setOutcome(null);
    },
    // Updates the request that an outcome card shows.
    change: (change: Partial<RequestOutcome['request']>): void =>
      setOutcome((shown) => shown && { ...shown, request: { ...shown.request, ...change } }),
  };
}
