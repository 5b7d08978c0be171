import { expect, it } from 'vitest';
import { objectionToPassword } from './password-policy.ts';

const names = ['jane.doe', 'jane.doe@people.example', 'people', 'jd-99', 'Helix Resource Platform', 'localhost'];

it.each([
  ['a common one', 'qwertyuiop'],
  ['in capitals', 'QWERTYuiop'],
  ['in wide letters', 'ｑｗｅｒｔｙｕｉｏｐ'],
  ['with digits after it', 'password1234'],
  ['with signs around it', '!!Password!!'],
  ['a common one of digits', '1234567890'],
  ['spaces', '            '],
  ['other blanks', '\u3000\u3000\u3000\u3000\u3000\u3000\u3000\u3000\u3000\u3000'],
  ['the address', 'jane.doe@people.example'],
  ['the part before the @', 'Jane.Doe2026'],
  ['the same twice', 'janedoe-janedoe'],
  ['the domain', 'people-2026!'],
  ['the site', 'helix12345'],
  ['the site’s name', 'HelixResourcePlatform1'],
  ['the host', 'localhost2026'],
])('%s is refused', async (_name, password) => {
  expect(await objectionToPassword(password, { names })).toMatch(/^[A-Z].*\.$/);
});

it.each([
  ['several words', 'correct horse battery staple'],
  ['a common word with much around it', 'x9-dragon-48271-qzv'],
  ['a name among other words', 'jane.doe likes trains'],
  ['digits that nobody lists', '84610375629'],
  ['pictures', '😀😀😀😀😀😀😀😀😀😀😀😀'],
  ['letters of another script', 'правильнаялошадь'],
  ['letters that a short name has too', 'jdjd99jdjd'],
])('%s is accepted', async (_name, password) => {
  expect(await objectionToPassword(password, { names })).toBeNull();
});

it('is not troubled by people without a name in letters', async () => {
  expect(await objectionToPassword('84610375629', { names: ['', '12345', '---'] })).toBeNull();
});
