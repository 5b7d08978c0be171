// A library check: hashes the files of a folder and looks them up. Works without React, so that it survives a redraw.
import { CallError } from '#client/kit/data/call.ts';
import type { LibraryPack } from '#contract/resources/library.ts';
import { LIBRARY_HASHES_MAX } from '#contract/resources/limits.ts';
import { type Folder, isRevoked, type LocalFile } from './folder.ts';
import { type Hasher, HasherFailed } from './hashers.ts';
import type { Known } from './memory.ts';
import type { FoundPack } from './packs.ts';

type Found = { files: { sha256: string; resourceId: string; path: string; version: number }[]; packs: LibraryPack[] };

export type CheckState = {
  phase: 'listing' | 'ready' | 'running' | 'paused' | 'denied' | 'failed' | 'done';
  /** Files in the folder, and how many of them have been looked at. */
  files: number;
  done: number;
  /** Bytes that were read, without files that are known from earlier checks. */
  bytes: number;
  /** Milliseconds of hashing, without pauses. */
  ms: number;
  /** Files that come from this site. */
  matched: number;
  packs: FoundPack[];
  /** The first files and folders that couldn't be read, or changed each time they were read; and the number of all of them. */
  skipped: string[];
  skippedCount: number;
  /** Why the check stopped. */
  message: string | null;
};

export type CheckDeps = {
  hashers(): Hasher[];
  lookUp(hashes: string[]): Promise<Found>;
  loadHashes(folder: string): Promise<Map<string, Known>>;
  keepHashes(folder: string, hashes: ReadonlyMap<string, Known>): Promise<void>;
  exchangeLicences(licences: ReadonlyMap<string, string | null>): Promise<Map<string, string | null>>;
  wait(seconds: number): Promise<void>;
  now(): number;
};

/** Files between two writes to the browser's storage. */
const KEPT_TOGETHER = 200;
/** Skipped files that are listed. */
const SKIPPED_MAX = 100;

const isSame = (file: File, known: Pick<Known, 'size' | 'lastModified'>): boolean =>
  file.size === known.size && file.lastModified === known.lastModified;

/** Checks one folder. `onChange` is called for each change of the state, up to thousands of times a second. */
export function createCheck(folder: Folder, deps: CheckDeps, onChange: (state: CheckState) => void) {
  const files: LocalFile[] = [];
  /** SHA-256 of all files that were hashed, by path. */
  const hashes = new Map<string, string>();
  const packs = new Map<string, FoundPack>();
  const pathsOf = new Map<string, string[]>();
  /** What the hashes that have been sent match; and the hashes that wait for it. */
  const matchesOf = new Map<string, Found['files']>();
  const waiting = new Set<string>();
  let unkept = new Map<string, Known>();
  let hashers: Hasher[] = [];
  let next = 0;
  let lookups = Promise.resolve();
  let isSending = false;
  let isListed = false;
  let isStopped = false;
  let isRunning = false;
  let wake: (() => void) | undefined;
  let gate: Promise<void> | undefined;
  let began = 0;
  let state: CheckState = {
    phase: 'listing',
    ...{ files: 0, done: 0, bytes: 0, ms: 0, matched: 0 },
    ...{ packs: [], skipped: [], skippedCount: 0, message: null },
  };
  const change = (changes: Partial<CheckState>): void => {
    state = { ...state, ...changes };
    if (!isStopped) onChange(state);
  };
  const skip = (path: string): void => {
    const skipped = state.skipped.length < SKIPPED_MAX ? [...state.skipped, path] : state.skipped;
    change({ skipped, skippedCount: state.skippedCount + 1 });
  };
  const hasEnded = (): boolean => isStopped || state.phase === 'denied' || state.phase === 'failed';
  const time = (): number => {
    const now = deps.now();
    const ms = state.ms + now - began;
    began = now;
    return ms;
  };

  const keep = async (): Promise<void> => {
    const kept = unkept;
    unkept = new Map();
    if (kept.size > 0) await deps.keepHashes(folder.name, kept);
  };

  const join = (local: string, { resourceId, path, version }: Found['files'][number]): void => {
    packs.get(resourceId)?.files.push({ local, path, version });
  };

  const add = (batch: readonly string[], { files: matches, packs: named }: Found): void => {
    for (const pack of named) if (!packs.has(pack.id)) packs.set(pack.id, { pack, files: [] });
    for (const hash of batch) {
      waiting.delete(hash);
      matchesOf.set(hash, []);
    }
    for (const match of matches) {
      matchesOf.get(match.sha256)?.push(match);
      for (const local of pathsOf.get(match.sha256) ?? []) join(local, match);
    }
  };

  const shown = (): Pick<CheckState, 'packs' | 'matched'> => ({
    packs: [...packs.values()].sort((a, b) => a.pack.title.localeCompare(b.pack.title)),
    matched: new Set([...packs.values()].flatMap((pack) => pack.files.map(({ local }) => local))).size,
  });

  // Each hash is sent once. Beyond the rate limit it waits as long as the site says.
  const send = async (): Promise<void> => {
    const batch = [...waiting].slice(0, LIBRARY_HASHES_MAX);
    if (batch.length === 0 || isStopped) return;
    for (;;) {
      try {
        add(batch, await deps.lookUp(batch));
        change(shown());
        return;
      } catch (error) {
        if (!(error instanceof CallError) || error.code !== 'TOO_MANY_REQUESTS') throw error;
        await deps.wait(error.retryAfterSeconds || 1);
        if (isStopped) return;
      }
    }
  };

  // One request at a time, each with as many hashes as it may have. The rest is sent at the end.
  const sendFull = async (): Promise<void> => {
    isSending = true;
    try {
      while (waiting.size >= LIBRARY_HASHES_MAX && !isStopped) await send();
    } catch (error) {
      end({ phase: 'failed', message: (error as Error).message });
    } finally {
      isSending = false;
    }
  };

  // Copies of a file that has been looked up already join its matches.
  const note = (path: string, sha256: string): void => {
    hashes.set(path, sha256);
    pathsOf.set(sha256, [...(pathsOf.get(sha256) ?? []), path]);
    const matches = matchesOf.get(sha256);
    if (!matches) waiting.add(sha256);
    for (const match of matches ?? []) join(path, match);
    if (waiting.size >= LIBRARY_HASHES_MAX && !isSending) lookups = sendFull();
  };

  // A file that changes while it's read is read once more.
  const hashOf = async (local: LocalFile, hasher: Hasher, known: Known | undefined): Promise<Known | null> => {
    for (let attempt = 0; attempt < 2; attempt += 1) {
      const file = await local.open();
      if (file.size === 0) return null;
      if (known && isSame(file, known)) return known;
      try {
        const sha256 = await hasher.hash(file, (bytes) => change({ bytes: state.bytes + bytes, ms: time() }));
        const after = await local.open();
        if (isSame(after, file)) return { size: file.size, lastModified: file.lastModified, sha256 };
      } catch (error) {
        if (hasEnded() || error instanceof HasherFailed || (await isRevoked(error, folder))) throw error;
      }
    }
    throw new Error('It changed while it was read.');
  };

  const work = async (hasher: Hasher, remembered: ReadonlyMap<string, Known>): Promise<void> => {
    for (;;) {
      await gate;
      const local = files[next];
      if (!local || hasEnded()) return;
      next += 1;
      try {
        const earlier = remembered.get(local.path);
        const known = await hashOf(local, hasher, earlier);
        if (isStopped) return;
        if (known) {
          if (known !== earlier) unkept.set(local.path, known);
          note(local.path, known.sha256);
          if (unkept.size >= KEPT_TOGETHER) await keep();
        }
      } catch (error) {
        if (error instanceof HasherFailed) end({ phase: 'failed', message: error.message });
        else if (await isRevoked(error, folder)) end({ phase: 'denied', message: null });
        if (hasEnded()) {
          // Read again by the next attempt.
          files.push(local);
          return;
        }
        skip(local.path);
      }
      change({ done: Math.min(state.done + 1, state.files) });
    }
  };

  const finish = async (): Promise<void> => {
    await keep();
    await lookups;
    while (waiting.size > 0 && !hasEnded()) await send();
    if (hasEnded()) return;
    const licences = new Map([...packs.values()].map(({ pack }) => [pack.id, pack.licence]));
    const before = await deps.exchangeLicences(licences);
    for (const [id, licence] of before) {
      const found = packs.get(id);
      if (found && found.pack.licence !== licence) packs.set(id, { ...found, licenceBefore: licence });
    }
    change({ ...shown(), phase: 'done', message: null });
  };

  const setGate = (isClosed: boolean): void => {
    if (isClosed) {
      gate ??= new Promise((open) => {
        wake = open;
      });
    } else {
      gate = undefined;
      wake?.();
    }
    for (const hasher of hashers) hasher.setPaused(isClosed);
  };

  /** Ends the reading. Files that are being read are read again by the next attempt. */
  const end = (changes: Partial<CheckState>): void => {
    change(changes);
    setGate(false);
    for (const hasher of hashers) hasher.close();
  };

  const list = async (): Promise<void> => {
    if (isRunning || isStopped) return;
    isRunning = true;
    files.length = 0;
    change({ phase: 'listing', files: 0, skipped: [], skippedCount: 0, message: null });
    try {
      for await (const file of folder.files(skip)) {
        if (isStopped) return;
        files.push(file);
        if (files.length % 100 === 0) change({ files: files.length });
      }
      isListed = true;
      change({ phase: 'ready', files: files.length });
    } catch (error) {
      change(
        (await isRevoked(error, folder))
          ? { phase: 'denied', files: 0 }
          : { phase: 'failed', files: 0, message: 'The folder could not be read. Try again, or choose another one.' },
      );
    } finally {
      isRunning = false;
    }
  };

  return {
    /** Every file that was hashed: path to SHA-256. */
    hashes: hashes as ReadonlyMap<string, string>,

    /** Lists the folder's files. */
    list,

    /**
     * Starts the check, or continues one that was denied or has failed. Sends hashes, so only call it after consent. If the files could
     * not be listed, it only lists them again.
     */
    async run(): Promise<void> {
      if (!isListed) return await list();
      if (isRunning || isStopped) return;
      isRunning = true;
      change({ phase: 'running', message: null });
      try {
        const remembered = await deps.loadHashes(folder.name);
        hashers = deps.hashers();
        began = deps.now();
        await Promise.all(hashers.map((hasher) => work(hasher, remembered)));
        if (hasEnded()) await keep();
        else await finish();
      } catch (error) {
        await keep();
        change({ phase: 'failed', message: (error as Error).message });
      } finally {
        for (const hasher of hashers) hasher.close();
        hashers = [];
        isRunning = false;
      }
    },

    pause(): void {
      if (state.phase !== 'running') return;
      setGate(true);
      change({ phase: 'paused', ms: time() });
      void keep();
    },

    resume(): void {
      if (state.phase !== 'paused') return;
      began = deps.now();
      change({ phase: 'running' });
      setGate(false);
    },

    /** Adds a file that was just saved. */
    addSaved(path: string, known: Known, pack: LibraryPack, name: string): void {
      hashes.set(path, known.sha256);
      const found = packs.get(pack.id) ?? { pack, files: [] };
      packs.set(pack.id, { ...found, files: [...found.files, { local: path, path: name, version: pack.version }] });
      void deps.keepHashes(folder.name, new Map([[path, known]]));
      change(shown());
    },

    /** Notes that the folder has all `count` files of an asset's current version. */
    setComplete(pack: LibraryPack, count: number): void {
      const found = packs.get(pack.id);
      if (!found || found.complete === count) return;
      packs.set(pack.id, { ...found, complete: count });
      change(shown());
    },

    /** Ends the check. What was hashed is remembered, so the next check of this folder continues from there. */
    stop(): void {
      isStopped = true;
      setGate(false);
      for (const hasher of hashers) hasher.close();
      void keep();
    },
  };
}
export type Check = ReturnType<typeof createCheck>;
