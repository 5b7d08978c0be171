import { LRUCache } from 'lru-cache';
import * as contract from '#contract/admin/settings.ts';
import { NOT_AN_IMAGE } from '#contract/limits.ts';
import type { Deps } from '#server/deps.ts';
import { requireConfirmed } from '#server/features/accounts/public.ts';
import { Problem } from '#server/kit/http/problem.ts';
import { createPictureMaker } from '#server/kit/media/image-maker.ts';
import { FileMissing } from '#server/kit/storage/errors.ts';
import { accentStyles } from '#server/platform/accent.ts';
import { actorOf, answer, answerExchange, type Call, type Route } from '#server/platform/serve.ts';
import { signedIn } from '#server/platform/viewer.ts';
import { changeLogo, changeSettings, endAdminSessions } from './actions.ts';
import { findAdministrators } from './queries.ts';
import { accentOfFile, describePlace, logoKeyOf, presentSettings } from './rules.ts';

const IMMUTABLE = 'public, max-age=31536000, immutable';

export function settingsRoutes(deps: Deps): Route[] {
  const knownStyles = new LRUCache<string, string>({ max: 100, memoMethod: (hex: string) => accentStyles(hex) });
  const stylesOf = (hex: string): string => knownStyles.memo(hex);
  const makePicture = createPictureMaker({ log: deps.log });
  const files = describePlace(deps.config);
  const present = async () => presentSettings(await deps.settings.get(), files);

  const change = async (call: Call<typeof contract.putAdminSettings>) => {
    await changeSettings(deps, call.body, actorOf(call), signedIn(call.viewer));
    return present();
  };

  const readLogo = async (file: string): Promise<Buffer> => {
    const key = logoKeyOf(file);
    if (!key) throw new Problem('NOT_FOUND');
    try {
      const stored = await deps.storage.open(key);
      try {
        const buffer = Buffer.allocUnsafe(stored.size);
        return buffer.subarray(0, await stored.read(buffer, 0));
      } finally {
        await stored.close();
      }
    } catch (error) {
      throw error instanceof FileMissing ? new Problem('NOT_FOUND') : error;
    }
  };

  return [
    answer(contract.getAdminSettings, async ({ setHeader }) => {
      setHeader('cache-control', 'no-store');
      return present();
    }),
    answer(contract.putAdminSettings, change),
    answer(contract.patchAdminSettings, (call) => change(call)),

    answer(contract.putLogo, async (call) => {
      const { logo } = call.files;
      if (!logo) throw new Problem('NOT_AN_IMAGE', { fields: { logo: NOT_AN_IMAGE } });
      await changeLogo({ ...deps, makePicture }, logo, actorOf(call));
      return present();
    }),

    answer(contract.deleteLogo, async (call) => {
      await changeLogo({ ...deps, makePicture }, null, actorOf(call));
      return present();
    }),

    answer(contract.listAdministrators, async ({ setHeader }) => {
      setHeader('cache-control', 'no-store');
      const rows = await findAdministrators(deps.db);
      return rows.map(({ sessions, lastSeenAt, twoFactorEnabled, ...row }) => ({
        ...row,
        twoFactorEnabled: Boolean(twoFactorEnabled),
        sessions: Number(sessions),
        lastSeenAt: lastSeenAt?.toISOString() ?? null,
      }));
    }),

    answer(contract.endAdminSessions, async (call) => {
      const viewer = signedIn(call.viewer);
      await requireConfirmed(deps, viewer);
      return { ended: await endAdminSessions(deps, viewer.sessionId, actorOf(call)) };
    }),

    answerExchange(contract.getSitePicture, async ({ params }, { reply }) => {
      const body = await readLogo(params.file);
      await reply.header('cache-control', IMMUTABLE).type('image/webp').send(body);
      return undefined;
    }),

    answerExchange(contract.getAccentStyles, async ({ params }, { reply }) => {
      const hex = accentOfFile(params.file);
      if (!hex) throw new Problem('NOT_FOUND');
      await reply.header('cache-control', IMMUTABLE).type('text/css; charset=utf-8').send(stylesOf(hex));
      return undefined;
    }),
  ];
}
