import { plainDigits, plainFractions } from './number-text.ts'
import { signsOfLabels } from './label-signs.ts'
import { SERIES, THAI, WORDS } from './number-words.ts'

/** The numbers that each label names: in digits of any script, as Roman numerals, as words or by signs such as ★★★. */
export function numbersOfLabels(labels: readonly string[]): number[][] {
  const texts = labels.map((label) =>
    plainDigits(plainFigures(plainFractions(label)).normalize('NFKC')),
  )
  const romans = texts.map(romansIn)
  const all = romans.flat()
  const certain = all.some(({ isCertain }) => isCertain)
  const isSeries = new Set(all.flatMap((one) => (one.isCapital ? one.number : []))).size > 1
  const series = SERIES.map((words) => texts.map((text) => numbersIn(text, words))).filter(
    (found) => new Set(found.flat()).size > 1,
  )
  const signs = signsOfLabels(texts)
  return texts.map((text, index) => {
    const counted = (romans[index] ?? []).filter(
      ({ isCertain, isCapital }) => isCertain || certain || (isCapital && isSeries),
    )
    const found = [
      ...figuresIn(text),
      ...counted.map(({ number }) => number),
      ...wordsIn(text),
      ...series.flatMap((numbers) => numbers[index] ?? []),
      ...(signs[index] ?? []),
    ]
    return [...new Set(found)]
  })
}

/** A minus is a sign at the start of a word. Three digits after a comma, a point or the Arabic sign are thousands. */
const FIGURE =
  /(?:(?<=^|[\s([:=])[-\u2212])?(?:[1-9]\d{0,2}(?:[.,\u066c]\d{3})+(?!\d)|\d+(?:[.,\u066b]\d+)?)/gu

function figuresIn(text: string): number[] {
  return [...text.matchAll(FIGURE)].map(([figure]) => {
    const plain = figure.replace('\u2212', '-')
    const isGrouped = /^-?[1-9]\d{0,2}([.,\u066c]\d{3})+$/.test(plain)
    return Number(isGrouped ? plain.replaceAll(/[.,\u066c]/g, '') : plain.replace(/[,\u066b]/, '.'))
  })
}

/** Figures in filled circles, dice, medals and tallies, which Unicode doesn't count as digits: the first of each row and its number. */
const ROWS: [first: number, number: number, length: number][] = [
  [0x2776, 1, 10],
  [0x2780, 1, 10],
  [0x278a, 1, 10],
  [0x24f5, 1, 10],
  [0x24eb, 11, 10],
  [0x24ff, 0, 1],
  [0x2680, 1, 6],
  [0x1d360, 1, 9],
  [0x1d372, 1, 5],
  [0x1f947, 1, 3],
]

function plainFigures(text: string): string {
  return text.replaceAll(/[\p{No}\p{So}]/gu, (figure) => {
    const code = figure.codePointAt(0) ?? 0
    const row = ROWS.find(([first, , length]) => code >= first && code < first + length)
    return row ? ` ${row[1] + code - row[0]} ` : figure
  })
}

const ROMAN = /(?<![\p{L}\p{M}\p{N}'’])(?:[IVX]+|[ivx]+)(?![\p{L}\p{M}\p{N}]|['’]\p{L})/gu
const UNITS = ['', 'I', 'II', 'III', 'IV', 'V', 'VI', 'VII', 'VIII', 'IX']
const ROMANS = [0, 1, 2, 3].flatMap((tens) => UNITS.map((unit) => 'X'.repeat(tens) + unit))

/** "I" and "vi" are also words, so that they count beside other numerals, and "I" after a word. */
function romansIn(text: string) {
  return [...text.matchAll(ROMAN)].flatMap(({ 0: found, index }) => {
    const number = ROMANS.indexOf(found.toUpperCase())
    const isCapital = found === found.toUpperCase()
    const isAfterWord = /[\p{L}\p{N}]/u.test(text.slice(0, index))
    const isCertain = isCapital
      ? found.length > 1 || isAfterWord
      : found.length > 1 && found !== 'vi' && found !== 'xi'
    return number > 0 ? [{ number, isCapital, isCertain }] : []
  })
}

function numbersIn(text: string, words: ReadonlyMap<string, number>): number[] {
  // The Turkish capital İ becomes two characters.
  return text
    .toLowerCase()
    .replaceAll('i\u0307', 'i')
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .flatMap((word) => words.get(word) ?? [])
}

const HAN = '零一二三四五六七八九十'
/** Han figures are also parts of other words, such as 一部. */
const ORDINAL =
  /(?<=第|レベル|级|級)[零〇一二三四五六七八九十]|[零〇一二三四五六七八九十](?=$|[^\p{L}]|級|级|段|点|點|星|等|階|阶)/gu

/** After the word for a level, or alone. */
const THAI_NUMBER = new RegExp(
  String.raw`(?<=(?:ระดับ|ขั้น|ชั้น|ที่|ข้อ)\s*)(?:${THAI.join('|')})|(?<![\p{L}\p{M}])(?:${THAI.join('|')})(?![\p{L}\p{M}])`,
  'gu',
)

function wordsIn(text: string): number[] {
  const han = [...text.matchAll(ORDINAL)].map(([figure]) => HAN.indexOf(figure.replace('〇', '零')))
  const thai = [...text.matchAll(THAI_NUMBER)].map(([word]) => THAI.indexOf(word))
  return [...numbersIn(text, WORDS), ...han, ...thai]
}
