import * as contract from '#contract/forum/write.ts';
import type { Deps } from '#server/deps.ts';
import { prepareContent } from '#server/features/forum/content/actions.ts';
import { readAllowance, requireAllowance } from '#server/features/forum/newcomers/actions.ts';
import type { Live } from '#server/features/forum/read/events.ts';
import { presentPost, presentThread } from '#server/features/forum/read/rules.ts';
import { Problem } from '#server/kit/http/problem.ts';
import { answer, type Route } from '#server/platform/serve.ts';
import { signedIn } from '#server/platform/viewer.ts';
import * as actions from './actions.ts';
import * as queries from './queries.ts';
import { editProblem } from './rules.ts';

export function forumWriteRoutes(deps: Deps & { live: Live }): Route[] {
  const { db, limits, live } = deps;

  return [
    answer(contract.getAllowance, ({ viewer }) => readAllowance(deps, signedIn(viewer).id)),

    answer(contract.createThread, async ({ body, viewer }) => {
      const { id: authorId } = signedIn(viewer);
      const subcategory = await queries.findSubcategory(db, body.categoryId);
      if (!subcategory) throw new Problem('FORUM_CATEGORY_NOT_FOUND');
      if (subcategory.isClosed) throw new Problem('FORUM_CLOSED');
      await actions.countWriting(deps, 'threads', authorId, limits.threads);
      const { content } = body;
      const title = body.title.trim();
      const tags = [...new Set((body.tags ?? []).map((tag) => tag.trim()))];
      const prepared = await prepareContent(deps, content);
      await requireAllowance(deps, authorId, { links: prepared.linksElsewhere });
      const begun = { subcategoryId: subcategory.id, authorId, title, content, tags, prepared };
      const { thread: row, isNew } = await actions.beginThread(deps, begun);
      const thread = presentThread(row);
      if (isNew) live.newThread(thread);
      return { ...thread, content };
    }),

    answer(contract.editPost, async ({ params, body: { content, editReason, version }, viewer }) => {
      const { id: authorId } = signedIn(viewer);
      const post = await queries.findWritablePost(db, params.id);
      if (!post) throw new Problem('POST_NOT_FOUND');
      const problem = editProblem(post, authorId);
      if (problem) throw new Problem(problem);
      await actions.countWriting(deps, 'edits', authorId, [limits.edits]);
      const prepared = await prepareContent(deps, content);
      await requireAllowance(deps, authorId, { links: prepared.linksElsewhere, isEdit: true });
      const reason = editReason?.trim() || null;
      const edited = { postId: post.id, authorId, content, reason, version: version ?? null, prepared };
      const written = await actions.edit(deps, edited);
      const shown = presentPost(written.post, deps.publicUrl());
      if (written.isChanged) live.postEdited(shown);
      return shown;
    }),
  ];
}
