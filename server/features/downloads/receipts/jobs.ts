import { z } from 'zod';
import type { Deps } from '#server/deps.ts';
import { defineJob } from '#server/kit/jobs/jobs.ts';
import { createReceiptSigner } from './actions.ts';
import * as queries from './queries.ts';

const RECEIPTS_A_BATCH = 500;
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

/**
 * Signs receipts again that a former secret signed, so that they stay valid once it is forgotten. Receipts that don't verify are
 * left as they are.
 */
export const renewReceipts = defineJob({
  name: 'downloads.renew-receipts',
  payload: z.strictObject({}),
  cron: '11 3 * * *',
  run: async (_payload, deps: Deps) => {
    const signer = createReceiptSigner(deps);
    for (const prefix of signer.formerPrefixes) {
      for (let after: string | undefined = BEFORE_ALL; after !== undefined; ) {
        const rows = await queries.findSignedWith(deps.db, prefix, after, RECEIPTS_A_BATCH);
        for (const { id, record, signature } of rows) {
          if (!signer.verify(record, signature)) continue;
          await queries.putSignature(deps.db, { id, from: signature, to: signer.sign(record) });
        }
        after = rows.length < RECEIPTS_A_BATCH ? undefined : rows.at(-1)?.id;
      }
    }
  },
});
