/**
 * Characters with a whole numeric value from 0 to 99 that neither NFKC nor the category Nd makes a digit, such as ❺, ⓹
 * and 五: the first code point of a run and the values of its characters. From the property Numeric_Value of Unicode 14.
 */
const runs =
  '9f9:16 bf0:10 c78:0-3 c7c:1-3 d70:10 1369:1-10 1373:20 1374:30 1375:40 1376:50 1377:60 1378:70 1379:80 137a:90 ' +
  '16ee:17-19 17f0:0-9 19da:1 2185:6 2186:50 24eb:11-20 24f5:1-10 24ff:0 2776:1-10 2780:1-10 278a:1-10 3007:0 ' +
  '3021:1-9 3248:10 3249:20 324a:30 324b:40 324c:50 324d:60 324e:70 324f:80 3405:5 3483:2 382a:5 3b4d:7 4e00:1 ' +
  '4e03:7 4e09:3 4e5d:9 4e8c:2 4e94:5 4e96:4 4ec0:10 4ee8:3 4f0d:5 5169:2 516b:8 516d:6 5341:10 5344:20 5345:30 ' +
  '534c:40 53c1:3 53c2:3 53c3:3 53c4:3 56db:4 58f1:1 58f9:1 5e7a:1 5efe:9 5eff:20 5f0c:1-3 5f10:2 62fe:10 634c:8 ' +
  '67d2:7 6f06:7 7396:9 8086:4 8cae:2 8cb3:2 8d30:2 9646:6 9678:6 96f6:0 a6e6:1-9 a6ef:0 10107:1-10 10111:20 ' +
  '10112:30 10113:40 10114:50 10115:60 10116:70 10117:80 10118:90 10142:1 10143:5 10144:50 10148:5 10149:10 ' +
  '1014a:50 1014f:5 10150:10 10151:50 10157:10 10158:1 10159:1 1015a:1-2 1015c:2 1015d:2 1015e:2 1015f:5 10160:10 ' +
  '10161:10 10162:10 10163:10 10164:10 10165:30 10166:50 10167:50 10168:50 10169:50 10173:5 10174:50 1018a:0 ' +
  '102e1:1-10 102eb:20 102ec:30 102ed:40 102ee:50 102ef:60 102f0:70 102f1:80 102f2:90 10320:1 10321:5 10322:10 ' +
  '10323:50 10341:90 103d1:1-2 103d3:10 103d4:20 10858:1-3 1085b:10 1085c:20 10879:1-5 1087e:10 1087f:20 108a7:1-4 ' +
  '108ab:4-5 108ad:10 108ae:20 108fb:1 108fc:5 108fd:10 108fe:20 10916:1 10917:10 10918:20 1091a:2-3 109c0:1-10 ' +
  '109ca:20 109cb:30 109cc:40 109cd:50 109ce:60 109cf:70 10a40:1-4 10a44:10 10a45:20 10a7d:1 10a7e:50 10a9d:1 ' +
  '10a9e:10 10a9f:20 10aeb:1 10aec:5 10aed:10 10aee:20 10b58:1-4 10b5c:10 10b5d:20 10b78:1-4 10b7c:10 10b7d:20 ' +
  '10ba9:1-4 10bad:10 10bae:20 10cfa:1 10cfb:5 10cfc:10 10cfd:50 10e60:1-10 10e6a:20 10e6b:30 10e6c:40 10e6d:50 ' +
  '10e6e:60 10e6f:70 10e70:80 10e71:90 10f1d:1-5 10f22:10 10f23:20 10f24:30 10f51:1 10f52:10 10f53:20 10fc5:1-4 ' +
  '10fc9:10 10fca:20 11052:1-10 1105c:20 1105d:30 1105e:40 1105f:50 11060:60 11061:70 11062:80 11063:90 111e1:1-10 ' +
  '111eb:20 111ec:30 111ed:40 111ee:50 111ef:60 111f0:70 111f1:80 111f2:90 1173a:10 1173b:20 118ea:10 118eb:20 ' +
  '118ec:30 118ed:40 118ee:50 118ef:60 118f0:70 118f1:80 118f2:90 11c5a:1-10 11c64:20 11c65:30 11c66:40 11c67:50 ' +
  '11c68:60 11c69:70 11c6a:80 11c6b:90 12400:2-9 12408:3-9 1240f:4-9 12415:1-9 1241e:1-5 12423:2-3 12425:3-9 ' +
  '1242c:1-3 1242f:3-5 12434:1-3 12437:3-5 1243a:3 1243b:3-4 1243d:4 1243e:4 1243f:4 12440:6-7 12442:7 12443:7-8 ' +
  '12445:8-9 12447:9 12448:9 12449:9 1244a:2-6 1244f:1-4 12453:4-5 12455:5 12456:2-3 12458:1-2 12467:40 12468:50 ' +
  '12469:4-9 16b5b:10 16e80:0-19 16e94:1-3 1d2e0:0-19 1d360:1-10 1d36a:20 1d36b:30 1d36c:40 1d36d:50 1d36e:60 ' +
  '1d36f:70 1d370:80 1d371:90 1d372:1-5 1d377:1 1d378:5 1e8c7:1-9 1ec71:1-10 1ec7b:20 1ec7c:30 1ec7d:40 1ec7e:50 ' +
  '1ec7f:60 1ec80:70 1ec81:80 1ec82:90 1eca3:1-9 1ecb1:1-2 1ed01:1-10 1ed0b:20 1ed0c:30 1ed0d:40 1ed0e:50 1ed0f:60 ' +
  '1ed10:70 1ed11:80 1ed12:90 1ed2f:2-10 1f10b:0 1f10c:0 20001:7 20064:4 200e2:4 20121:5 2092a:1 20983:30 2098c:40 ' +
  '2099c:40 20aea:6 20afd:3 20b19:3 22390:2 22998:3 23b1b:3 2626d:4';

const valueOf = new Map<string, string>();
for (const run of runs.split(' ')) {
  const [code = '', values = ''] = run.split(':');
  const [first = 0, last = first] = values.split('-').map(Number);
  for (let value = first; value <= last; value++)
    valueOf.set(String.fromCodePoint(parseInt(code, 16) + value - first), String(value));
}

/** Digits as ASCII, whatever their script or decoration. Apply NFKC first. */
export const asciiDigits = (text: string): string =>
  text
    .replace(/\p{Nd}/gu, digitOf)
    .replace(/[\p{No}\p{Nl}\p{Lo}]/gu, (character) => valueOf.get(character) ?? character);

/** Unicode orders the digits of a script from 0 to 9, so the number of digits before this one is its value. */
function digitOf(character: string): string {
  const code = character.codePointAt(0) as number;
  let first = code;
  while (/\p{Nd}/u.test(String.fromCodePoint(first - 1))) first -= 1;
  return String((code - first) % 10);
}
