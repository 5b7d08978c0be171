// The list of hostile inputs against the tests: each case is sent by at least one. Cases that are described, not written out, by
// name; written ones by the tests that ask for all of their kind.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { hostileCases } from './hostile-inputs.ts';

const project = fileURLToPath(new URL('..', import.meta.url));
const read = (file: string): string => readFileSync(join(project, file), 'utf8');

/** Where every written case of a class is sent to a field of its kind, and how that test asks for all of them. */
const written: Record<string, [file: string, asks: string]> = {
  'email | malformed': ['server/features/accounts/registering.test.ts', "named('email', 'malformed')"],
  'email | duplicate-identity': [
    'server/features/accounts/registering.test.ts',
    "named('email', 'duplicate-identity')",
  ],
  'username | reserved': ['server/features/members/renaming.test.ts', "literals('username', 'reserved')"],
  'username | syntax': ['server/features/members/renaming.test.ts', "literals('username')"],
  'username | confusable': ['server/features/members/renaming.test.ts', "literals('username')"],
  'username | derived-from-email': [
    'server/features/accounts/registering.test.ts',
    "literals('username', 'derived-from-email')",
  ],
  'password | policy': ['server/features/accounts/registering.test.ts', "named('password', 'policy')"],
  'password | must-accept': ['server/features/accounts/registering.test.ts', "named('password', 'must-accept')"],
  'markdown | xss': ['test/script-payloads.ts', "literals('markdown')"],
  'text | unicode-db': ['server/features/members/profile-changes.test.ts', "literals('text')"],
  'url | ssrf': ['test/hostile-outgoing.test.ts', "casesOf('ssrf')"],
  'url | open-redirect': ['server/features/identities/sign-in.test.ts', "literals('url')"],
  'filename | path-and-header': ['server/kit/upload-path.test.ts', "kind === 'filename'"],
  'tags | list': ['server/features/uploads/uploads.test.ts', "literals('tags')"],
  'search | query': ['test/hostile.test.ts', "literals('search')"],
  'id | path': ['test/hostile.test.ts', "literals('id')"],
  'json | body': ['test/hostile-bodies.test.ts', "literals('json')"],
  'http | content-type': ['test/hostile-bodies.test.ts', "literals('http', 'content-type')"],
  'http | range': ['test/hostile-wire.test.ts', "literals('http', 'range')"],
  'toolbox | ssh-fields': ['test/hostile-toolbox.test.ts', '(toolbox|text|id)'],
  'csv-log | injection': ['server/kit/csv.test.ts', "literals('csv-log')"],
};

/** Tests that compare their scenarios with all cases of a class, so that none can be missing. */
const compared: Record<string, [file: string, test: string]> = {
  'http | framing': ['test/hostile-wire.test.ts', 'is tried in every way of the list'],
  'socket | protocol': ['test/hostile-sockets.test.ts', 'has a scenario for every case, and no other'],
  'slow | slowloris': ['test/hostile-slow.test.ts', 'has a scenario for every case, and no other'],
  'url | fetch-abuse': ['test/hostile-outgoing.test.ts', 'is one of those that are known here'],
  'filecontent | upload': ['server/features/checks/hostile-files.test.ts', 'all kinds are expected to be something'],
  'markdown | parser-cost': ['test/hostile-markdown.test.ts', "kind === 'markdown' && how === 'generator'"],
  'text | length-boundaries': ['test/hostile-lengths.test.ts', "'length-boundaries'"],
};

const FORMS = 'server/kit/forms.test.ts';

/** Scenarios that are tests of the part that they are about, by id. */
const named: Record<string, [file: string, test: string]> = {
  'password-017': ['test/hostile.test.ts', 'a password is a text of bounded length, and said so before any hashing'],
  'password-019': ['test/hostile.test.ts', 'a password is a text of bounded length, and said so before any hashing'],
  'http-015': [FORMS, 'no last boundary'],
  'http-017': [FORMS, 'a form of %i parts'],
  'http-019': [FORMS, 'multipart/mixed; boundary=YY'],
  'http-021': [FORMS, 'a text under the name of a file'],
  'http-023': [FORMS, 'a head of 1 MB'],
  'http-025': [FORMS, 'a length that is too small is a form that is not whole'],
  'http-027': [FORMS, 'a sender who leaves half way leaves nothing behind'],
  'http-029': [FORMS, "bytes(0), 'empty.png'"],
  'http-087': ['test/hostile-wire.test.ts', 'a JWT of another key'],
  'http-089': ['test/hostile-wire.test.ts', 'of a session that was ended, or whose person was deleted, is no session'],
  'http-091': ['test/hostile-wire.test.ts', 'of a session that was ended, or whose person was deleted, is no session'],
  'http-093': ['test/hostile-wire.test.ts', 'a link of mail as a session'],
  'http-095': [
    'server/features/toolbox/toolbox-token.test.ts',
    'opens nothing but the toolbox, and neither a cookie nor another token opens that',
  ],
  'http-097': ['test/hostile-wire.test.ts', "one's own cookie beside a foreign bearer"],
  'http-099': ['test/hostile-wire.test.ts', 'is never somebody else, whatever its length on the wire'],
  'http-101': [
    'server/features/identities/linking.test.ts',
    'is for the session that it began in: not for another person, nor for another session',
  ],
  'http-103': [
    'server/features/identities/sign-in.test.ts',
    'is not joined when whoever registered it never proved it: no account is shared with an attacker',
  ],
  'http-105': ['server/features/identities/linking.test.ts', 'never takes an identity from somebody else'],
  'http-107': ['server/features/campaign/messages.test.ts', 'signs nobody in, whoever sends it again'],
  'http-109': ['server/features/accounts/proving.test.ts', 'works for 30 minutes'],
  'http-111': [
    'server/features/security/second-factor.test.ts',
    'hold for the account over all its sign-ins, for wrong codes only, and until their window ends',
  ],
};

const classOf = ({ kind, class: of }: (typeof hostileCases)[number]): string => `${kind} | ${of}`;

describe('the cases', () => {
  it('are at least as many as they were, each with an id of its own', () => {
    expect(hostileCases.length).toBeGreaterThanOrEqual(427);
    expect(new Set(hostileCases.map(({ id }) => id)).size).toBe(hostileCases.length);
  });

  it('are each sent by a test', () => {
    const unsent = hostileCases.filter((found) => {
      const of = classOf(found);
      if (found.how === 'literal') return !written[of];
      return !compared[of] && !named[found.id];
    });
    expect(unsent.map(({ id, input }) => `${id} ${input}`)).toEqual([]);
  });

  it('have no test for what is not among them', () => {
    const classes = new Set(hostileCases.map(classOf));
    expect([...Object.keys(written), ...Object.keys(compared)].filter((of) => !classes.has(of))).toEqual([]);
    const ids = new Set(hostileCases.map(({ id }) => id));
    expect(Object.keys(named).filter((id) => !ids.has(id))).toEqual([]);
  });
});

describe('the tests', () => {
  const references = [...Object.entries(written), ...Object.entries(compared), ...Object.entries(named)];
  it.each(references)('of %s are there: %s', (_of, [file, words]) => {
    expect(existsSync(join(project, file)), file).toBe(true);
    expect(read(file)).toContain(words);
  });
});
