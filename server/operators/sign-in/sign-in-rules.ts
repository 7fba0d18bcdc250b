import { problemAt, type Problem } from '../../../common/errors/catalogue.ts';

/** A loose check: only a link that arrives proves that an address exists. */
export const isEmail = (text: string) => /^[^\s@]+@[^\s@]+$/.test(text);

export function passwordProblem(password: string, email: string): Problem | undefined {
  const length = [...password].length;
  if (length < 12) return problemAt('password', 'text.short', { least: 12 });
  if (length > 200) return problemAt('password', 'text.long', { most: 200 });
  if (new Set(password).size < 5) return problemAt('password', 'password.varied', { least: 5 });
  const name = email.split('@', 1)[0] ?? '';
  if (name.length > 3 && password.toLowerCase().includes(name.toLowerCase()))
    return problemAt('password', 'password.email');
  if (isCommon(password)) return problemAt('password', 'password.common');
  return undefined;
}

function isCommon(password: string): boolean {
  const letters = password
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
  let end = letters.length;
  while (end > 0 && isDigit(letters.charAt(end - 1))) end -= 1;
  return [letters, letters.slice(0, end)].some((text) => text !== '' && commonPasswords.has(once(text)));
}

const isDigit = (character: string) => character >= '0' && character <= '9';

/** Returns “abc” for “abcabc”. */
function once(text: string): string {
  const length = (text + text).indexOf(text, 1);
  return text.slice(0, length);
}

export const normalised = (email: string) => email.trim().toLowerCase();

/**
 * The passwords that attackers guess first: words and runs of keys that reach twelve characters by themselves, by
 * repetition, or with digits and signs at the end. Lower case, letters and digits only, each in its shortest form.
 */
const commonPasswords: ReadonlySet<string> = new Set(
  `
  password passwords passw0rd p4ssword pa55word passwort motdepasse contrasena wachtwoord salasana kodeord lösenord losenord
  lösen mypassword yourpassword thepassword newpassword oldpassword defaultpassword adminpassword userpassword rootpassword
  testpassword masterpassword secretpassword passwordqwerty qwertypassword passwordadmin strongpassword securepassword
  temporarypassword temppassword changeme changemenow changethis changepassword pleasechangeme resetpassword nopassword
  mittlösenord mittlosenord nyttlösenord nyttlosenord hemligt hemlighet hemligtlösenord hemligtlosenord bytlösenord bytlosenord
  qwerty qwertyui qwertyuiop qwertyuiopå qwertyuiopåä qwertyasdf qwertyasdfgh qwertyasdfzxcv qwertyuiopasdf qwertyuiopasdfgh
  qwertyuiopasdfghjkl qwertyuiopasdfghjklzxcvbnm qwertz qwertzuiop azerty azertyuiop asdf asdfg asdfgh asdfghjk asdfghjkl
  asdfghjklö asdfghjklzxcvbnm zxcv zxcvb zxcvbn zxcvbnm qazwsx qazwsxedc qazwsxedcrfv qazwsxedcrfvtgb zaqwsx zaqxsw qweasd
  qweasdzxc qwe asd poiuytrewq mnbvcxz lkjhgfdsa 1qaz 1qaz2wsx 1qaz2wsx3edc 1qaz2wsx3edc4rfv zaq12wsx 1q2w3e 1q2w3e4r 1q2w3e4r5t
  1q2w3e4r5t6y q1w2e3r4 q1w2e3r4t5y6 q1w2e3 123qwe 123qweasd 123qweasdzxc 1234qwer 12345qwert qwer1234 a1b2c3d4 a1b2c3d4e5f6 abc
  abcd abc123 abcd1234 abcdef abcdefg abcdefgh abcdefghij abcdefghijk abcdefghijkl abcdefghijklm abcdefghijklmnop
  abcdefghijklmnopqrstuvwxyz 123 1234 12345 123456 1234567 12345678 123456789 1234567890 12345678910 123456789012 1234567890123
  123456789101112 0123456789 012345678910 9876543210 987654321 987654321098 098765432100 0987654321 123454321 1234554321 123321
  112233 112233445566 102030 102030405060 135792468 147258369 147258369147 159357 159753 19700101 2026 12 123654 789456123
  741852963 69 iloveyou iloveyouso iloveyouforever iloveyousomuch iloveu loveyou love jagälskardig jagalskardig älskling
  alskling letmein letmeinnow letmeinplease openup opensesame sesameopen welcome welcomehome welcomeback welcometo välkommen
  valkommen admin admins administrator administrators administrador administratör superadmin superuser sysadmin root toor guest
  default user username testuser test testing tester demo login signin master secret secrets topsecret trustno trustnoone monkey
  dragon sunshine princess football baseball basketball superman batman spiderman starwars whatever nothing computer internet
  michael jordan shadow killer hunter ninja mustang charlie freedom blessed jesus jesuschrist pokemon minecraft fortnite
  liverpool liverpoolfc arsenal chelsea manchester manchesterunited barcelona realmadrid google facebook microsoft windows
  samsung summer winter spring autumn summertime sommar vinter höst vår sommarlov sverige stockholm göteborg goteborg malmö
  malmo fotboll ishockey hej hejsan hejhopp hallå katten hunden kärlek karlek faktura fakturor ekonomi företag foretag doorway
  doorwayadmin doorwaypassword correcthorsebatterystaple thequickbrownfox thequickbrownfoxjumpsoverthelazydog loremipsum
  loremipsumdolor supercalifragilisticexpialidocious onetwothreefour onetwothreefourfive tobeornottobe januari februari
  september oktober november december january february october monday friday
  `
    .trim()
    .split(/\s+/),
);
