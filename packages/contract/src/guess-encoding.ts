import { decodeAs } from './encodings.ts'

/** Of readings that are as good, the first is taken. */
const LIKELY =
  'windows-1252 windows-1250 windows-1254 windows-1257 cp850 cp852 macintosh iso-8859-2 windows-1251 koi8-r koi8-u ibm866 iso-8859-5 x-mac-cyrillic windows-1253 windows-1255 windows-1256 iso-8859-6 windows-874 shift_jis gb18030 euc-jp big5 euc-kr'.split(
    ' ',
  )

/** Letters of each language beside ASCII that its texts often have. */
const LATIN =
  'äöüß éèàêçâôùûœæ áéíóúñü ãçõáéâêíóúàô àèéìòù åäöé æøåé íáæéóúöý ëïéèöüó ąćęłńóśźż áíéěčřšžýůťúďňó áäčďéíľňóôšťúýž áéóöőíúüű ăâîșțşţ čćđšž ąčęėįšųūž āēīšņķūčļģž äõöü ıçğöşüİ'.split(
    ' ',
  )
const OTHERS: [script: RegExp, letters: string][] = [
  [/\p{Script=Cyrillic}/u, 'оаеинтсрвлкдпугзб'],
  [/\p{Script=Greek}/u, 'οατεινσςρηκπλυάόίέήώύ'],
  [/\p{Script=Hebrew}/u, 'יוהלאתרמבשנדקח'],
  [/\p{Script=Arabic}/u, 'اليمنرتوبةدعف'],
  [/\p{Script=Thai}/u, 'ารนอกเง่้ัีลมสยวดทคตบิ์'],
]

const PUNCTUATION = /[“”„’‘‚«»‹›–—…•€°§©®™¿¡№、。「」・，：；（）！？《》ー\u00a0]/

/** What texts seldom have: a capital or a sign within a word, an accent without a letter, two scripts in a word. */
const ODD = new RegExp(
  [
    String.raw`(?<=\p{Ll})\p{Lu}`,
    String.raw`(?<=\p{L})[“”„‘‚«»‹›—…•€§©®™¿¡\u00a0№°](?=\p{L})`,
    String.raw`(?<=[a-z])[^\p{Script=Latin}\x00-\x7f’–]`,
    String.raw`[^\p{Script=Latin}\x00-\x7f’–](?=[a-z])`,
    String.raw`(?<![\p{L}\p{M}])\p{M}`,
  ].join('|'),
  'gu',
)

/** Words of reports and lists. */
const KNOWN =
  /メール|アドレス|氏名|名前|社員|部署|計画|確認|担当|結果|項目|バック|テスト|邮箱|邮件|姓名|部门|电子|计划|备份|检查|报告|会议|结果|负责|测试|信箱|郵件|電子|部門|職稱|計畫|備份|檢查|報告|會議|負責|이메일|메일|이름|성명|부서|결과|계획|백업|확인|담당|보고/gu

/** Quotes, dashes and signs where texts have them. Most Windows texts in English have no other letters. */
const SIGNS = new RegExp(
  [
    String.raw`(?<=[\p{L}\d.,!?)])[’”»](?![A-Z])`,
    String.raw`(?<![\p{L}\d])([“«„](?=[\p{L}\d])|‘(?=[\p{Script=Latin}\d]))`,
    String.raw`(?<=\p{Ll})’(?=\p{Ll})`,
    String.raw`(?<=[\s\d])[–—](?=[\s\d])`,
    String.raw`(?<=\p{L})—(?=\p{L})`,
    String.raw`(?<=[\p{L}\d])…(?!\p{L})`,
    String.raw`(?<![\p{L}\d])[£€¥](?=\s?\d)`,
    String.raw`(?<=\d\s?)[€£°¢½¼¾](?!\p{Ll})`,
    String.raw`(?<=[\p{L}\d])[²³](?!\p{L})`,
    String.raw`(?<![\p{L}\d])[½¼¾](?=\s)`,
    String.raw`(?<![\p{L}\d])[§©±•·](?=§?\s?[\p{L}\d])`,
    String.raw`(?<=\p{L})[®™](?!\p{L})`,
    String.raw`(?<=[\s\d])[×÷](?=[\s\d])`,
    String.raw`(?<=\b[OD])’(?=\p{Lu})`,
    String.raw`(?<=„[^„“\r\n]*)“`,
    String.raw`(?<![^\r\n])[–—†‡](?=\s)`,
    String.raw`(?<=\()[®©](?=\))`,
    String.raw`(?<=\d\s?)(‰|µ(?=[glmsAFVW]))`,
    String.raw`¿(?=\p{L}[^\r\n]*\?)|¡(?=\p{L}[^\r\n]*!)`,
    String.raw`(?<=\b[Nn])º(?=\s?\d)`,
    String.raw`(?<=\b[A-Z])[²³](?=[A-Z])`,
  ].join('|'),
  'gu',
)

/** The encoding in which a text reads best: with letters that are often in texts of one language. */
export function guessEncoding(bytes: Uint8Array): string {
  const sample = sampleOf(bytes)
  const western = decodeAs(sample, 'windows-1252')
  if (!/\P{ASCII}/u.test(western.replaceAll(SIGNS, ''))) return 'windows-1252'
  const points = LIKELY.map((encoding) => {
    try {
      return pointsOf(decodeAs(sample, encoding, true), encoding)
    } catch {
      return -Infinity
    }
  })
  return LIKELY[points.indexOf(Math.max(...points))] ?? 'windows-1252'
}

const SAMPLE = 1000

/** The beginnings of lines with other bytes than ASCII. The last letter may be cut off. */
function sampleOf(bytes: Uint8Array): Uint8Array {
  const sample: number[] = []
  for (let from = 0; from < bytes.length && sample.length < SAMPLE;) {
    const feed = bytes.indexOf(0x0a, from)
    const line = bytes.subarray(from, feed === -1 ? bytes.length : feed + 1)
    const first = line.findIndex((byte) => byte > 127)
    if (first !== -1) sample.push(...line.subarray(Math.max(0, first - 20), first + SAMPLE))
    from += line.length
  }
  return Uint8Array.from(sample)
}

function pointsOf(text: string, encoding: string): number {
  const letters = text.match(/\P{ASCII}/gu) ?? []
  const sum = (worth: (letter: string) => number) =>
    letters.reduce((points, letter) => points + worth(letter), 0)
  const odd = 2 * countOf(text, ODD) + accented(text)
  const common = COMMON[encoding]
  if (common) return sum((letter) => eastAsian(letter, common)) + 2 * countOf(text, KNOWN) - odd
  const latin = LATIN.map((own) =>
    sum((letter) => (own.includes(letter.toLowerCase()) ? 1 : besides(letter))),
  )
  const others = OTHERS.map(([script, own]) =>
    sum((letter) => {
      if (own.includes(letter)) return 0.7
      if (own.includes(letter.toLowerCase())) return 0.6
      return script.test(letter) ? 0.2 : besides(letter)
    }),
  )
  return Math.max(...latin, ...others) + 0.7 * countOf(text, SIGNS) - odd
}

function besides(letter: string): number {
  if (letter < '\u00A0') return -3
  return PUNCTUATION.test(letter) ? 0.4 : -1
}

/** Letters with accents in words of hardly any others. */
function accented(text: string): number {
  return (text.match(/\p{L}{4,}/gu) ?? [])
    .map((word) => ({ word, count: countOf(word, /[^\P{Script=Latin}a-z]/giu) }))
    .reduce((sum, { word, count }) => sum + (4 * count > 3 * word.length ? count : 0), 0)
}

function countOf(text: string, what: RegExp): number {
  return text.match(what)?.length ?? 0
}

/** The rows in which these encodings have their common characters. */
const COMMON: Record<string, Set<string>> = {
  shift_jis: rows('euc-jp', 0xb0, 0xcf),
  'euc-jp': rows('euc-jp', 0xb0, 0xcf),
  gb18030: rows('gb18030', 0xb0, 0xd7),
  big5: rows('big5', 0xa4, 0xc6, 0x40),
  'euc-kr': new Set(),
}

function rows(encoding: string, first: number, last: number, from = 0xa1): Set<string> {
  const bytes = Array.from({ length: last - first + 1 }, (_, row) =>
    Array.from({ length: 0xff - from }, (_, at) => [first + row, from + at]),
  ).flat(2)
  return new Set(decodeAs(Uint8Array.from(bytes), encoding))
}

function eastAsian(letter: string, common: Set<string>): number {
  if (/[ぁ-んァ-ン]/.test(letter)) return common.has('円') ? 2 : -1
  if (/\p{Script=Hangul}/u.test(letter)) return 1.5
  if (/[ｦ-ﾟ]/.test(letter)) return 0.4
  if (/\p{Script=Han}/u.test(letter)) return common.has(letter) ? 1 : -1
  return besides(letter)
}
