import type { TextSlug } from '#contract/content/limits.ts';
import * as contract from '#contract/content/pages.ts';
import type { Deps } from '#server/deps.ts';
import { createMemory } from '#server/kit/db/cache.ts';
import { Problem } from '#server/kit/http/problem.ts';
import { renderMarkdown } from '#server/kit/text/markdown.ts';
import { actorOf, answer, type Call, type Route } from '#server/platform/serve.ts';
import { sitePartsOf } from '#server/platform/site-parts.ts';
import { changeText, TEXTS_TOPIC } from './actions.ts';
import { defaultText, isTextSlug, textTitles } from './defaults.ts';
import * as queries from './queries.ts';

/** Cache lifetime. Every change clears the cache, so this only matters if a bus message is lost. */
const RENDERED_KEPT_MS = 3_600_000;
/** Prefix for heading ids, so that they cannot clash with the page's own ids. */
const HEADING_IDS = 'text-';

const slugOf = ({ params }: { params: { slug: string } }): TextSlug => {
  if (!isTextSlug(params.slug)) throw new Problem('TEXT_NOT_FOUND');
  return params.slug;
};

const presentRow = (slug: TextSlug, row: queries.TextRow | undefined): contract.AdminTextRow => ({
  slug,
  title: textTitles[slug],
  isDefault: row === undefined,
  updatedAt: row?.updatedAt.toISOString() ?? null,
  updatedBy: row?.updatedBy ?? null,
});

export function contentPageRoutes(deps: Deps): Route[] {
  const { db } = deps;
  const parts = sitePartsOf(deps.config);
  const rendered = createMemory<Omit<contract.SiteText, 'contact'>>({
    max: Object.keys(textTitles).length,
    ttlMs: RENDERED_KEPT_MS,
  });
  deps.bus.subscribe(TEXTS_TOPIC, rendered.clear);
  deps.bus.onReset(rendered.clear);

  const render = (text: string): string =>
    renderMarkdown(text, { origin: new URL(deps.publicUrl()).origin, headings: HEADING_IDS });

  const make = async (slug: TextSlug): Promise<Omit<contract.SiteText, 'contact'>> => {
    const row = await queries.findText(db, slug);
    const html = render(row?.body ?? (await defaultText(slug, deps.config, parts)));
    return { slug, title: textTitles[slug], html, updatedAt: row?.updatedAt.toISOString() ?? null };
  };

  const adminText = async (slug: TextSlug): Promise<contract.AdminText> => {
    const row = await queries.findText(db, slug);
    return { ...presentRow(slug, row), body: row?.body ?? (await defaultText(slug, deps.config, parts)) };
  };

  const save = async (call: Call<typeof contract.saveText> | Call<typeof contract.patchText>) => {
    const slug = slugOf(call);
    // Browsers send CRLF line endings in form fields.
    const body = call.body.body.replaceAll('\r\n', '\n');
    await changeText(deps, { slug, body, was: call.body.was, by: actorOf(call) });
    return adminText(slug);
  };

  return [
    answer(contract.getText, async (call) => {
      const slug = slugOf(call);
      const [text, { supportContact }] = await Promise.all([rendered.get(slug, () => make(slug)), deps.settings.get()]);
      return { ...text, contact: supportContact };
    }),
    answer(contract.listTexts, async () => {
      const rows = new Map((await queries.findTexts(db)).map((row) => [row.slug, row]));
      return Object.keys(textTitles)
        .filter(isTextSlug)
        .map((slug) => presentRow(slug, rows.get(slug)));
    }),
    answer(contract.getAdminText, (call) => adminText(slugOf(call))),
    answer(contract.saveText, save),
    answer(contract.patchText, save),
    answer(contract.resetText, async (call) => {
      const slug = slugOf(call);
      await changeText(deps, { slug, body: null, by: actorOf(call) });
      return adminText(slug);
    }),
    answer(contract.previewText, async ({ body }) => ({ html: render(body.body) })),
  ];
}
