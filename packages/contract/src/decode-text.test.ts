import { expect, test } from 'vitest'
import { decodeText } from './decode-text.ts'
import { decodeAs, ENCODINGS } from './encodings.ts'

const bytesOf = (hex: string) =>
  Uint8Array.from(hex.split(' '), (byte) => Number.parseInt(byte, 16))
const utf8 = (text: string) => new TextEncoder().encode(text)
const utf16 = (text: string, isLittle = true) => {
  const view = new DataView(new ArrayBuffer(2 * text.length))
  for (let at = 0; at < text.length; at++) view.setUint16(2 * at, text.charCodeAt(at), isLittle)
  return new Uint8Array(view.buffer)
}

test.each([
  ['UTF-8', utf8('Dóra, 計画')],
  ['UTF-8 with a mark', utf8('\uFEFFDóra, 計画')],
  ['UTF-16', utf16('\uFEFFDóra, 計画')],
  ['UTF-16, big-endian', utf16('\uFEFFDóra, 計画', false)],
  ['UTF-16 without a mark', utf16('Dóra, 計画')],
])('a text in %s has one reading', (_, bytes) => {
  expect(decodeText(bytes)).toEqual({ text: 'Dóra, 計画' })
})

test.each(['', 'Name,Email\r\n'])('a mark of UTF-8 before plain letters is no text: %j', (text) => {
  expect(decodeText(utf8(`\uFEFF${text}`))).toEqual({ text })
})

test.each(['备份已经验证，负责人张三\r\n', '項目,担当者\r\n', 'Резервная копия\r\n'])(
  '%j in UTF-16 without a mark has one reading',
  (text) => {
    expect(decodeText(utf16(text))).toEqual({ text })
    expect(decodeText(utf16(text, false))).toEqual({ text })
  },
)

/** Encoded elsewhere, because browsers only write UTF-8. */
const OTHERS: [encoding: string, text: string, bytes: string][] = [
  ['windows-1252', 'geprüft', '67 65 70 72 fc 66 74'],
  [
    'cp850',
    'Sicherung geprüft, Größe 5 MB',
    '53 69 63 68 65 72 75 6e 67 20 67 65 70 72 81 66 74 2c 20 47 72 94 e1 65 20 35 20 4d 42',
  ],
  [
    'cp852',
    'Kopia zapasowa została wykonana, żadnych błędów',
    '4b 6f 70 69 61 20 7a 61 70 61 73 6f 77 61 20 7a 6f 73 74 61 88 61 20 77 79 6b 6f 6e 61 6e 61 2c 20 be 61 64 6e 79 63 68 20 62 88 a9 64 a2 77',
  ],
  [
    'macintosh',
    'Procès-verbal du comité : « vérifié »',
    '50 72 6f 63 8f 73 2d 76 65 72 62 61 6c 20 64 75 20 63 6f 6d 69 74 8e 20 3a 20 c7 20 76 8e 72 69 66 69 8e 20 c8',
  ],
  [
    'windows-1250',
    'Zálohování dokončeno, žádné chyby',
    '5a e1 6c 6f 68 6f 76 e1 6e ed 20 64 6f 6b 6f 6e e8 65 6e 6f 2c 20 9e e1 64 6e e9 20 63 68 79 62 79',
  ],
  [
    'windows-1254',
    'Değişiklik, sorumlu kişi',
    '44 65 f0 69 fe 69 6b 6c 69 6b 2c 20 73 6f 72 75 6d 6c 75 20 6b 69 fe 69',
  ],
  [
    'windows-1257',
    'Klaidų nerasta, užbaigta',
    '4b 6c 61 69 64 f8 20 6e 65 72 61 73 74 61 2c 20 75 fe 62 61 69 67 74 61',
  ],
  ['windows-1251', 'Отчёт', 'ce f2 f7 b8 f2'],
  ['koi8-r', 'Проверка завершена', 'f0 d2 cf d7 c5 d2 cb c1 20 da c1 d7 c5 d2 db c5 ce c1'],
  ['ibm866', 'Проверка завершена', '8f e0 ae a2 a5 e0 aa a0 20 a7 a0 a2 a5 e0 e8 a5 ad a0'],
  [
    'windows-1253',
    'Το αντίγραφο ολοκληρώθηκε',
    'd4 ef 20 e1 ed f4 df e3 f1 e1 f6 ef 20 ef eb ef ea eb e7 f1 fe e8 e7 ea e5',
  ],
  ['windows-1255', 'הגיבוי הושלם', 'e4 e2 e9 e1 e5 e9 20 e4 e5 f9 ec ed'],
  [
    'windows-1256',
    'اكتملت النسخة الاحتياطية',
    'c7 df ca e3 e1 ca 20 c7 e1 e4 d3 ce c9 20 c7 e1 c7 cd ca ed c7 d8 ed c9',
  ],
  ['windows-874', 'ตรวจสอบ', 'b5 c3 c7 a8 ca cd ba'],
  ['shift_jis', '計画', '8c 76 89 e6'],
  ['shift_jis', '確認済み', '8a 6d 94 46 8d cf 82 dd'],
  ['euc-jp', '計画', 'b7 d7 b2 e8'],
  ['euc-jp', '復旧テストを実施', 'c9 fc b5 ec a5 c6 a5 b9 a5 c8 a4 f2 bc c2 bb dc'],
  ['iso-2022-jp', '計画', '1b 24 42 37 57 32 68 1b 28 42'],
  ['gb18030', '备份', 'b1 b8 b7 dd'],
  [
    'gb18030',
    '会议记录：恢复测试已完成',
    'bb e1 d2 e9 bc c7 c2 bc a3 ba bb d6 b8 b4 b2 e2 ca d4 d2 d1 cd ea b3 c9',
  ],
  ['big5', '備份已經驗證', 'b3 c6 a5 f7 a4 77 b8 67 c5 e7 c3 d2'],
  ['euc-kr', '백업 완료', 'b9 e9 be f7 20 bf cf b7 e1'],
]

test.each(OTHERS)('a text in %s is found: %s', (encoding, text, bytes) => {
  expect(decodeText(bytesOf(bytes))).toEqual({ text, encoding })
})

/** Windows-1252, whose signs between 80 and 9F browsers only read. */
const WESTERN = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'
const western = (text: string) =>
  Uint8Array.from(text, (letter) => {
    const at = WESTERN.indexOf(letter)
    return at === -1 ? letter.charCodeAt(0) : 128 + at
  })

test.each([
  'The policy’s owner – Ada',
  'It’s the auditor’s view — “reviewed” on 3 May… £20',
  'Server room, 21°C',
  'Server room,21°C',
  'Price £1,200',
  '1.200 €',
  'See § 5',
  'Backup – OK',
  '± 5 %',
  '© 2026',
  'the users’ list, “approved”',
  '• first point\r\n• second point',
  '½ hour, 10 m², 5 × 3',
  'Waymark™, Company® policy',
  'Résumé of the board’s view',
  'Müller & Söhne – Größe 5 MB',
  'São Paulo’s office',
  '¿Qué? «oui», l’équipe',
  'café',
  'Owner: Zoë',
  'O’Brien approved',
  '– first item',
  '† see note',
  '(®)',
  '25 µg',
  '5 ‰',
  '„Sicher“',
  'Nº 5',
  '¿OK?',
  '¡Hola!',
  'H²O',
  'See §§ 5–7',
  'Café – “reviewed”',
  'We don’t share passwords.',
  'Northfield® and Waymark™',
  'wait… done',
  '1 × 2',
  '2020–2026',
  'Art. 5 § 2 GDPR',
  'Budget: £3,500 – approved',
  'Rack A3: 19.5 °C; Rack A4: 20.1 °C',
  'Employees’ access rights are reviewed – see annex B.',
  'Who’s responsible? The board’s chair.',
  'Invoice total: €1.250,00',
  'tolerance ±2 mm',
  'Zoë’s “review” – £5',
])('an English or other western text of Windows is read as such: %s', (text) => {
  expect(decodeText(western(text))).toEqual({ text, encoding: 'windows-1252' })
})

test('a letter of UTF-8 may be cut off at the end', () => {
  expect(decodeText(utf8('Größe, Dó').slice(0, -1))).toEqual({ text: 'Größe, D' })
})

test('a letter of UTF-16 may be cut off at the end', () => {
  expect(decodeText(utf16('\uFEFFDóra, 計画').slice(0, -1))).toEqual({ text: 'Dóra, 計' })
  expect(decodeText(utf16('Dóra, 計画', false).slice(0, -1))).toEqual({ text: 'Dóra, 計' })
})

test('a log is read by its lines with other letters, also far down and cut off', () => {
  const log = utf8('2026-05-03 INFO finished\n'.repeat(5000))
  const end = bytesOf('8a 6d 94 46 8d cf 82 dd 0a 8a')
  const { text, encoding } = decodeText(Uint8Array.from([...log, ...end]))
  expect([encoding, text.slice(-5)]).toEqual(['shift_jis', '確認済み\n'])
})

test.each([
  ['a line', 'First line\r\n'],
  ['an odd number of bytes', 'First line\n'],
  ['other letters', 'Zeile für Zeile\n\n'],
  ['a long log', 'A long line\r\n'.repeat(500)],
])('lines in UTF-16 that PowerShell appended to %s are read', (_, beginning) => {
  const end = 'Second line\r\nÜbung: 5 € – 計画\r\n'
  const bytes = Uint8Array.from([...utf8(beginning), ...utf16(end)])
  expect(decodeText(bytes)).toEqual({ text: beginning + end })
})

test('lines in UTF-16 may follow others in Windows-1252', () => {
  const bytes = Uint8Array.from([...western('geprüft\r\n'), ...utf16('geprüft')])
  expect(decodeText(bytes)).toEqual({ text: 'geprüft\r\ngeprüft', encoding: 'windows-1252' })
})

test.each(['上一次备份\r\n完成 OK\r\n', '杨上一 abc\r\n', '《计划》\n一\n'])(
  '%j in UTF-16 doesn’t begin in another encoding',
  (text) => {
    expect(decodeText(utf16(text))).toEqual({ text })
    expect(decodeText(utf16(text, false))).toEqual({ text })
  },
)

test('the codes of a terminal don’t make a text Japanese', () => {
  const text = 'café \u001B(Bdone\n'
  expect(decodeText(utf8(text))).toEqual({ text })
})

test('every encoding that can be chosen is known, and keeps ASCII', () => {
  for (const encoding of Object.values(ENCODINGS).flatMap((names) => Object.keys(names)))
    expect(decodeAs(utf8('Minutes, 2 May'), encoding)).toBe('Minutes, 2 May')
})
