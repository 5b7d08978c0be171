import { expect, it } from 'vitest';
import { objectionToPassword } from './password-policy.ts';

const names = ['jane.doe', 'jane.doe@people.example', 'people', 'jd-99', 'Helix Resource Platform', 'localhost'];

it.each([
  ['a common password', 'qwertyuiop'],
  ['a common password in capitals', 'QWERTYuiop'],
  ['a common password in full-width letters', 'ｑｗｅｒｔｙｕｉｏｐ'],
  ['a common password followed by digits', 'password1234'],
  ['a common password between symbols', '!!Password!!'],
  ['a common password of digits', '1234567890'],
  ['only spaces', '            '],
  ['only other whitespace', '\u3000\u3000\u3000\u3000\u3000\u3000\u3000\u3000\u3000\u3000'],
  ['the email', 'jane.doe@people.example'],
  ['the local part of the email', 'Jane.Doe2026'],
  ['the local part twice', 'janedoe-janedoe'],
  ['the domain of the email', 'people-2026!'],
  ['a word of the site', 'helix12345'],
  ['the site’s name', 'HelixResourcePlatform1'],
  ['the host name', 'localhost2026'],
])('rejects %s', async (_name, password) => {
  expect(await objectionToPassword(password, { names })).toMatch(/^[A-Z].*\.$/);
});

it.each([
  ['several words', 'correct horse battery staple'],
  ['a common word with a lot around it', 'x9-dragon-48271-qzv'],
  ['a name among other words', 'jane.doe likes trains'],
  ['uncommon digits', '84610375629'],
  ['emoji', '😀😀😀😀😀😀😀😀😀😀😀😀'],
  ['letters of another script', 'правильнаялошадь'],
  ['letters that also form a short name', 'jdjd99jdjd'],
])('accepts %s', async (_name, password) => {
  expect(await objectionToPassword(password, { names })).toBeNull();
});

it('ignores names without letters', async () => {
  expect(await objectionToPassword('84610375629', { names: ['', '12345', '---'] })).toBeNull();
});
