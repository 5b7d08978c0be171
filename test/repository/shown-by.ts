// Tests that cover the lists of hostile inputs and access rules. After a full run, `npm test` checks that these tests ran.

/** A test, given by its file and part of its full name. */
export type Shown = readonly [file: string, words: string];

/** For each input class, the test file that sends every literal case to a matching field. */
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

/** For each input class, a test that sends every case, or checks that there is a scenario for every case in the list. */
export const compared: Record<string, Shown> = {
  'http | framing': ['test/hostile/hostile-wire.test.ts', 'covers every case of the list'],
  'socket | protocol': ['test/hostile/hostile-sockets.test.ts', 'has a scenario for every case, and no other'],
  'slow | slowloris': ['test/hostile/hostile-slow.test.ts', 'has a scenario for every case, and no other'],
  'url | fetch-abuse': ['test/hostile/hostile-outgoing.test.ts', 'covers every case of the list'],
  'filecontent | upload': [
    'server/features/uploads/processing/hostile-files.test.ts',
    'every kind has an expected outcome',
  ],
  'markdown | parser-cost': ['test/hostile/hostile-markdown.test.ts', 'is rejected if too long, otherwise shown'],
  'text | length-boundaries': ['test/hostile/hostile-lengths.test.ts', 'respects its length limit'],
};

const FORMS = 'server/kit/http/forms.test.ts';

/** For each scenario case id, the test that covers it. */
export const named: Record<string, Shown> = {
  'password-017': [
    'test/hostile/hostile.test.ts',
    'passwords that are too long or not text are rejected before hashing',
  ],
  'password-019': [
    'test/hostile/hostile.test.ts',
    'passwords that are too long or not text are rejected before hashing',
  ],
  'http-015': [FORMS, 'a missing final boundary'],
  'http-017': [FORMS, 'a form of 10000 parts'],
  'http-019': [FORMS, 'a nested form'],
  'http-021': [FORMS, 'one: an unknown, repeated or wrong part (3)'],
  'http-023': [FORMS, 'a part header of 1 MB'],
  'http-025': [FORMS, 'a content length that is too small makes the form incomplete'],
  'http-027': [FORMS, 'a sender that disconnects midway leaves nothing behind'],
  'http-029': [FORMS, 'a form returns its texts and files'],
  'http-087': ['test/hostile/hostile-wire.test.ts', 'a JWT with another key'],
  'http-089': ['test/hostile/hostile-wire.test.ts', 'of ended sessions and deleted users are rejected'],
  'http-091': ['test/hostile/hostile-wire.test.ts', 'of ended sessions and deleted users are rejected'],
  'http-093': ['test/hostile/hostile-wire.test.ts', 'the token of an emailed link as a session'],
  'http-095': [
    'server/features/toolbox/toolbox-token.test.ts',
    'opens only the toolbox, which in turn accepts neither cookies nor other tokens',
  ],
  'http-097': ['test/hostile/hostile-wire.test.ts', 'an invalid bearer token next to a valid cookie'],
  'http-099': ['test/hostile/hostile-wire.test.ts', 'are rejected on the wire if they are too long'],
  'http-101': [
    'server/features/accounts/oauth/linking.test.ts',
    'must finish in the session it started in, not for another user or in another session',
  ],
  'http-103': [
    'server/features/accounts/oauth/sign-in.test.ts',
    'is not joined if its creator never proved it, so no account is shared with an attacker',
  ],
  'http-105': ['server/features/accounts/oauth/linking.test.ts', 'never takes an identity from another account'],
  'http-107': ['server/features/premium/patreon-sync/messages.test.ts', 'never signs anyone in'],
  'http-109': ['server/features/accounts/proving.test.ts', 'works for 30 minutes'],
  'http-111': [
    'server/features/accounts/security/second-factor.test.ts',
    'apply to the account across all logins, to wrong codes only, and until their window ends',
  ],
};

const ACCESS = 'test/access/access.test.ts';
const WORDS = 'test/access/access-words.test.ts';
const SOCKETS = 'test/access/access-sockets.test.ts';

/** For each cell of the access matrix that specifies more than a status, the tests that cover it. */
export const cells: Record<string, readonly Shown[]> = {
  'DELETE /api/auth/sessions/{id} | owner: 204; non-owner 404': [
    [ACCESS, 'DELETE /api/auth/sessions/{id} (of another) admin: 404'],
  ],
  'GET /api/auth/discord/callback | banned: 302 /login?error=banned': [
    ['server/features/accounts/oauth/sign-in.test.ts', 'is not accessible while suspended, linked or not'],
  ],
  'GET /api/auth/google/callback | banned: 302 /login?error=banned': [
    ['server/features/accounts/oauth/sign-in.test.ts', 'is not accessible while suspended, linked or not'],
  ],
  'GET /api/auth/patreon/disconnect | crossSite: no change, 302 to a confirm step': [
    ['server/features/accounts/oauth/linking.test.ts', 'Patreon by navigation from another site asks first'],
  ],
  'POST /api/webhooks/patreon | crossSite: exempt: HMAC signature; bad signature 401': [
    [WORDS, 'POST /api/webhooks/patreon is accepted from any site, based only on its signature'],
    [ACCESS, 'POST /api/webhooks/patreon (bad signature) visitor: 401'],
  ],
  'POST /api/webhooks/discord | crossSite: exempt: Ed25519 signature; bad signature 401': [
    [WORDS, 'POST /api/webhooks/discord is accepted from any site, based only on its signature'],
    [ACCESS, 'POST /api/webhooks/discord (bad signature) visitor: 401'],
  ],
  'POST /unsubscribe | crossSite: exempt: signed link': [
    [WORDS, 'POST /unsubscribe is accepted from any site, based only on its signature'],
    [ACCESS, 'POST /unsubscribe (bad signature) visitor: 400'],
  ],
  'PUT /api/users/profile | owner: own row only: no id in path': [
    [WORDS, 'a profile update changes only the caller’s profile'],
  ],
  'GET /api/users/{username}/uploads | owner: 200 incl. pending': [
    ['server/features/members/profiles.test.ts', 'are shown to their owner and admins only while pending or rejected'],
  ],
  'GET /api/user/saved-items | owner: own rows only': [[WORDS, '/api/user/saved-items has only the caller’s own rows']],
  'GET /api/user/following | owner: own rows only': [[WORDS, '/api/user/following has only the caller’s own rows']],
  'POST /api/users/{author}/follow | owner: 409 self-follow': [
    [
      'server/features/resources/bookmarks/marks.test.ts',
      'reject yourself and users who are suspended, deleted or unknown',
    ],
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
    ['server/features/forum/reactions/readers.test.ts', 'can be removed once, and only by its owner'],
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
    ['server/features/members/own-profile.test.ts', 'changes username and password immediately'],
    [WORDS, 'a profile update changes only the caller’s profile'],
  ],
};
