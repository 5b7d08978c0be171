// Which tests show what the lists of hostile inputs and of access ask for. `npm test` looks at its end whether they have run.

/** A test: its file, and words of its whole name. */
export type Shown = readonly [file: string, words: string];

/** The file in which every written case of a class is sent to a field of its kind. */
export const written: Record<string, string> = {
  'email | malformed': 'server/features/accounts/registering.test.ts',
  'email | duplicate-identity': 'server/features/accounts/registering.test.ts',
  'username | reserved': 'server/features/members/renaming.test.ts',
  'username | syntax': 'server/features/members/renaming.test.ts',
  'username | confusable': 'server/features/members/renaming.test.ts',
  'username | derived-from-email': 'server/features/accounts/registering.test.ts',
  'password | policy': 'server/features/accounts/registering.test.ts',
  'password | must-accept': 'server/features/accounts/registering.test.ts',
  'markdown | xss': 'server/kit/text/markdown.test.ts',
  'text | unicode-db': 'server/features/members/profile-changes.test.ts',
  'url | ssrf': 'test/hostile/hostile-outgoing.test.ts',
  'url | open-redirect': 'server/features/accounts/oauth/sign-in.test.ts',
  'filename | path-and-header': 'server/kit/text/upload-path.test.ts',
  'tags | list': 'server/features/uploads/uploads.test.ts',
  'search | query': 'test/hostile/hostile.test.ts',
  'id | path': 'test/hostile/hostile.test.ts',
  'json | body': 'test/hostile/hostile-bodies.test.ts',
  'http | content-type': 'test/hostile/hostile-bodies.test.ts',
  'http | range': 'test/hostile/hostile-wire.test.ts',
  'toolbox | ssh-fields': 'test/hostile/hostile-toolbox.test.ts',
  'csv-log | injection': 'server/kit/http/csv.test.ts',
};

/** Tests that send all cases of a class, or compare their scenarios with them, so that none can be missing. */
export const compared: Record<string, Shown> = {
  'http | framing': ['test/hostile/hostile-wire.test.ts', 'is tried in every way of the list'],
  'socket | protocol': ['test/hostile/hostile-sockets.test.ts', 'has a scenario for every case, and no other'],
  'slow | slowloris': ['test/hostile/hostile-slow.test.ts', 'has a scenario for every case, and no other'],
  'url | fetch-abuse': ['test/hostile/hostile-outgoing.test.ts', 'is one of those that are known here'],
  'filecontent | upload': [
    'server/features/uploads/processing/hostile-files.test.ts',
    'all kinds are expected to be something',
  ],
  'markdown | parser-cost': ['test/hostile/hostile-markdown.test.ts', 'refused when it is too long, else shown'],
  'text | length-boundaries': ['test/hostile/hostile-lengths.test.ts', 'is as long as it may be'],
};

const FORMS = 'server/kit/http/forms.test.ts';

/** Scenarios that are tests of the part that they are about, by id. */
export const named: Record<string, Shown> = {
  'password-017': [
    'test/hostile/hostile.test.ts',
    'a password is a text of bounded length, and said so before any hashing',
  ],
  'password-019': [
    'test/hostile/hostile.test.ts',
    'a password is a text of bounded length, and said so before any hashing',
  ],
  'http-015': [FORMS, 'no last boundary'],
  'http-017': [FORMS, 'a form of 10000 parts'],
  'http-019': [FORMS, 'a form in a form'],
  'http-021': [FORMS, 'one: an unknown, a repeated or a wrong part (3)'],
  'http-023': [FORMS, 'a head of 1 MB'],
  'http-025': [FORMS, 'a length that is too small is a form that is not whole'],
  'http-027': [FORMS, 'a sender who leaves half way leaves nothing behind'],
  'http-029': [FORMS, 'a form brings its texts and its files'],
  'http-087': ['test/hostile/hostile-wire.test.ts', 'a JWT of another key'],
  'http-089': [
    'test/hostile/hostile-wire.test.ts',
    'of a session that was ended, or whose person was deleted, is no session',
  ],
  'http-091': [
    'test/hostile/hostile-wire.test.ts',
    'of a session that was ended, or whose person was deleted, is no session',
  ],
  'http-093': ['test/hostile/hostile-wire.test.ts', 'a link of mail as a session'],
  'http-095': [
    'server/features/toolbox/toolbox-token.test.ts',
    'opens nothing but the toolbox, and neither a cookie nor another token opens that',
  ],
  'http-097': ['test/hostile/hostile-wire.test.ts', "one's own cookie beside a foreign bearer"],
  'http-099': ['test/hostile/hostile-wire.test.ts', 'is never somebody else, whatever its length on the wire'],
  'http-101': [
    'server/features/accounts/oauth/linking.test.ts',
    'is for the session that it began in: not for another person, nor for another session',
  ],
  'http-103': [
    'server/features/accounts/oauth/sign-in.test.ts',
    'is not joined when whoever registered it never proved it: no account is shared with an attacker',
  ],
  'http-105': ['server/features/accounts/oauth/linking.test.ts', 'never takes an identity from somebody else'],
  'http-107': ['server/features/premium/patreon-sync/messages.test.ts', 'signs nobody in, whoever sends it again'],
  'http-109': ['server/features/accounts/proving.test.ts', 'works for 30 minutes'],
  'http-111': [
    'server/features/accounts/security/second-factor.test.ts',
    'hold for the account over all its sign-ins, for wrong codes only, and until their window ends',
  ],
};

const ACCESS = 'test/access/access.test.ts';
const WORDS = 'test/access/access-words.test.ts';
const SOCKETS = 'test/access/access-sockets.test.ts';

/** What a cell of the access matrix says beside a status, and the tests that show it. */
export const cells: Record<string, readonly Shown[]> = {
  'DELETE /api/auth/sessions/{id} | owner: 204; non-owner 404': [
    [ACCESS, 'DELETE /api/auth/sessions/{id} (of another) admin: 404'],
  ],
  'GET /api/auth/discord/callback | banned: 302 /login?error=banned': [
    ['server/features/accounts/oauth/sign-in.test.ts', 'that is suspended is not entered, known or not'],
  ],
  'GET /api/auth/google/callback | banned: 302 /login?error=banned': [
    ['server/features/accounts/oauth/sign-in.test.ts', 'that is suspended is not entered, known or not'],
  ],
  'GET /api/auth/patreon/disconnect | crossSite: no change, 302 to a confirm step': [
    ['server/features/accounts/oauth/linking.test.ts', 'Patreon by navigation from another site leads to a question'],
  ],
  'POST /api/webhooks/patreon | crossSite: exempt: HMAC signature; bad signature 401': [
    [WORDS, 'POST /api/webhooks/patreon is taken from any page, by its signature alone'],
    [ACCESS, 'POST /api/webhooks/patreon (bad signature) visitor: 401'],
  ],
  'POST /api/webhooks/discord | crossSite: exempt: Ed25519 signature; bad signature 401': [
    [WORDS, 'POST /api/webhooks/discord is taken from any page, by its signature alone'],
    [ACCESS, 'POST /api/webhooks/discord (bad signature) visitor: 401'],
  ],
  'PUT /api/users/profile | owner: own row only: no id in path': [
    [WORDS, 'a profile that is changed is that of whoever changes it'],
  ],
  'GET /api/users/{username}/uploads | owner: 200 incl. pending': [
    [
      'server/features/members/profiles.test.ts',
      'show what waits or was refused to their owner and administrators only',
    ],
  ],
  'GET /api/user/saved-items | owner: own rows only': [[WORDS, '/api/user/saved-items has rows of whoever asks alone']],
  'GET /api/user/following | owner: own rows only': [[WORDS, '/api/user/following has rows of whoever asks alone']],
  'POST /api/users/{author}/follow | owner: 409 self-follow': [
    ['server/features/resources/bookmarks/marks.test.ts', 'are of others who are there'],
  ],
  'POST /api/uploads/{username}/{resourceId}/file | owner: 200; other leaker username 403; foreign resourceId 404': [
    [ACCESS, 'POST /api/uploads/{username}/{resourceId}/file (name of another) leaker: 403'],
    [ACCESS, 'POST /api/uploads/{username}/{resourceId}/file (resource of another) leaker: 404'],
  ],
  'POST /api/uploads/sessions | owner: 201; non-owner 404': [
    [ACCESS, 'POST /api/uploads/sessions (of another) leaker: 404'],
  ],
  'PATCH /api/uploads/sessions/{id} | owner: 204; non-owner 404': [
    [ACCESS, 'PATCH /api/uploads/sessions/{id} (of another) leaker: 404'],
  ],
  'HEAD /api/uploads/sessions/{id} | owner: 200; non-owner 404': [
    [ACCESS, 'HEAD /api/uploads/sessions/{id} (of another) leaker: 404'],
  ],
  'DELETE /api/uploads/sessions/{id} | owner: 204; non-owner 404': [
    [ACCESS, 'DELETE /api/uploads/sessions/{id} (of another) leaker: 404'],
  ],
  'POST /api/uploads/sessions/{id}/complete | owner: 201; non-owner 404': [
    [ACCESS, 'POST /api/uploads/sessions/{id}/complete (of another) leaker: 404'],
  ],
  'PUT /api/uploads/{id} | owner: 200 -> back to PENDING if files change': [
    ['server/features/uploads/uploads.test.ts', 'sends an approved resource back'],
  ],
  'POST /api/resource/image | owner: leakId must be own': [
    [ACCESS, 'POST /api/resource/image (of another) leaker: 404'],
  ],
  'DELETE /api/forum/reactions/{id} | owner: 204; non-owner 404': [
    ['server/features/forum/reactions/readers.test.ts', 'is taken back once, and by nobody else'],
  ],
  'SOCKET /ws client emits unknown event | visitor: disconnect': [
    [SOCKETS, 'SOCKET /ws client emits unknown event visitor'],
  ],
  'SOCKET /ws client emits unknown event | user: disconnect': [[SOCKETS, 'SOCKET /ws client emits unknown event user']],
  'SOCKET /ws client emits unknown event | premium: disconnect': [
    [SOCKETS, 'SOCKET /ws client emits unknown event premium'],
  ],
  'SOCKET /ws client emits unknown event | leaker: disconnect': [
    [SOCKETS, 'SOCKET /ws client emits unknown event leaker'],
  ],
  'SOCKET /ws client emits unknown event | admin: disconnect': [
    [SOCKETS, 'SOCKET /ws client emits unknown event admin'],
  ],
  'SOCKET /ws receives events of hidden/PENDING items | visitor: never': [
    [SOCKETS, 'SOCKET /ws receives events of hidden/PENDING items visitor'],
  ],
  'SOCKET /ws receives events of hidden/PENDING items | user: never': [
    [SOCKETS, 'SOCKET /ws receives events of hidden/PENDING items user'],
  ],
  'SOCKET /ws receives events of hidden/PENDING items | premium: never': [
    [SOCKETS, 'SOCKET /ws receives events of hidden/PENDING items premium'],
  ],
  'SOCKET /ws receives events of hidden/PENDING items | leaker: never': [
    [SOCKETS, 'SOCKET /ws receives events of hidden/PENDING items leaker'],
  ],
  'SOCKET /ws receives events of hidden/PENDING items | admin: never': [
    [SOCKETS, 'SOCKET /ws receives events of hidden/PENDING items admin'],
  ],
  'PUT /api/admin/profile | owner: own row only': [
    ['server/features/members/own-profile.test.ts', 'takes another username and password at once'],
    [WORDS, 'a profile that is changed is that of whoever changes it'],
  ],
};
