import type { BodyOf, EndpointSpec, ParamsOf } from '#contract/http.ts';
import * as contract from '#contract/uploads/approval.ts';
import type { Deps } from '#server/deps.ts';
import { readReviewedUpload } from '#server/features/uploads/review/actions.ts';
import { actorOf, answer, type Caller, type Route } from '#server/platform/serve.ts';
import { decideHiding, decideUpload, deleteUploadAsAdmin, restoreUpload } from './decisions.ts';

/** Request type of handlers shared by PUT and PATCH. */
type Asked<E extends EndpointSpec> = Caller & { params: ParamsOf<E>; body: BodyOf<E> };

const readReason = (reason: string | undefined): string | null => reason?.trim() || null;

export function uploadApprovalRoutes(deps: Deps): Route[] {
  const { db } = deps;

  const decide = async (call: Asked<typeof contract.setUploadStatus>) => {
    const { id } = call.params;
    const { status, was, needsLock = false } = call.body;
    const decided = await decideUpload(deps, {
      resourceId: id,
      status,
      was,
      needsLock,
      reason: readReason(call.body.reason),
      by: actorOf(call),
    });
    return readReviewedUpload(db, decided);
  };

  const hide = async (call: Asked<typeof contract.setUploadHidden>) => {
    const { id } = call.params;
    const { hidden } = call.body;
    await decideHiding(deps, { resourceId: id, hidden, reason: readReason(call.body.reason), by: actorOf(call) });
    return readReviewedUpload(db, id);
  };

  return [
    answer(contract.setUploadStatus, decide),
    answer(contract.patchUploadStatus, decide),
    answer(contract.setUploadHidden, hide),
    answer(contract.patchUploadHidden, hide),

    answer(contract.deleteAdminUpload, async (call) => {
      await deleteUploadAsAdmin(deps, call.params.id, actorOf(call));
      return null;
    }),

    answer(contract.restoreAdminUpload, async (call) => {
      await restoreUpload(deps, call.params.id, actorOf(call));
      return readReviewedUpload(db, call.params.id);
    }),
  ];
}
