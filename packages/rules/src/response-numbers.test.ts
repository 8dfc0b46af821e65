import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  digitKeys,
  lowestNumber,
  responseNumbers,
  responseOfDigit,
  responsesOfText,
} from './response-numbers.ts'

const NONE = null

test.each([
  [['Low', 'Middle', 'High'], 1, [1, 2, 3]],
  [['Low', 'Middle', 'High'], 0, [0, 1, 2]],
  [['1', '2', '3'], 1, [1, 2, 3]],
  [['Level 0', 'Level 1'], 0, [0, 1]],
  [['Meets ISO 27001', 'Within 24 hours'], 1, [27001, 24]],
  [['At least yearly', 'Within 24 hours'], 1, [NONE, NONE]],
  [['0', '1', '2'], 1, [0, 1, 2]],
  [['Level 0', 'Level 1', 'Level 2'], 1, [0, 1, 2]],
  [['Level 0: None', 'Level 1: some', 'Level 2: all'], 1, [0, 1, 2]],
  [['Stufe 0 – keine', 'Stufe 1 – manche'], 1, [0, 1]],
  [['Level 0: none', 'Level 1: up to 3'], 1, [NONE, NONE]],
  [['Within 24 hours', 'Top 10 of 20 teams', 'Over 1,000'], 1, [NONE, NONE, NONE]],
  [['0 – None', '1. Some', '2) All'], 1, [0, 1, 2]],
  [['０', '１'], 1, [0, 1]],
  [['0%', '50%', '100%'], 1, [0, 50, 100]],
  [['-1', '0', '1'], 1, [-1, 0, 1]],
  [['0', '1–2', 'More than 2'], 1, [NONE, NONE, NONE]],
  [['None', '1', '2'], 1, [NONE, NONE, NONE]],
  [['2 a', '2 b'], 1, [NONE, NONE]],
  [['Level 0 Incomplete', 'Level 1 Initial', 'Level 2 Managed'], 1, [0, 1, 2]],
  [['Level 0 (Incomplete)', 'Level 1 (Initial)'], 1, [0, 1]],
  [['Level 0, incomplete', 'Level 1, initial'], 1, [0, 1]],
  [['Level 0 = none', 'Level 1 = some'], 1, [0, 1]],
  [['Level 0 / none', 'Level 1 / some'], 1, [0, 1]],
  [['L0 none', 'L1 some', 'L2 all'], 1, [0, 1, 2]],
  [['ML0 Incomplete', 'ML1 Initial'], 1, [0, 1]],
  [['第0段階', '第1段階', '第2段階'], 1, [0, 1, 2]],
  [['第零段階', '第一段階'], 1, [0, 1]],
  [['未実施', '一部', '全部'], 1, [1, 2, 3]],
  [['レベル0 未実施', 'レベル1 一部'], 1, [0, 1]],
  [['Nivel 0 inicial', 'Nivel 1 básico'], 1, [0, 1]],
  [['Уровень 0 нет', 'Уровень 1 часть'], 1, [0, 1]],
  [['Zero', 'One', 'Two'], 1, [0, 1, 2]],
  [['No', 'Yes, for one area', 'Yes, for two areas'], 1, [NONE, NONE, NONE]],
  [['No', 'Yes, for one area', 'Yes, for two areas'], 0, [0, 1, 2]],
  [['Tier III', 'Tier II', 'Tier I'], 1, [3, 2, 1]],
  [['None', 'Tier I'], 1, [NONE, NONE]],
  [['I', 'II', 'III'], 0, [1, 2, 3]],
  [['I', 'V', 'X'], 1, [1, 5, 10]],
  [['Level i', 'level ii'], 0, [1, 2]],
  [['I disagree', 'I agree', 'I’m sure'], 1, [1, 2, 3]],
  [['Vi gör det inte', 'vi gör det'], 1, [1, 2]],
  [['Stage 1 begin', 'Stage 2 middle', 'Stage 3 end'], 0, [1, 2, 3]],
  [['No (0 points)', 'Some (1 point)', 'All (2 points)'], 1, [0, 1, 2]],
  [['No — 0 pts', 'Partly — 1 pt'], 1, [0, 1]],
  [['❷ a', '❶ b'], 1, [2, 1]],
  [['eleven', 'twelve', 'Thirteen'], 1, [11, 12, 13]],
  [['Third', 'Second', 'First'], 1, [3, 2, 1]],
  [['First level', 'Second level'], 0, [1, 2]],
  [['Not started', 'First steps', 'Established'], 1, [1, 2, 3]],
  [['None', 'Once', 'Twice'], 1, [NONE, NONE, NONE]],
  [['None', 'Once', 'Twice'], 0, [0, 1, 2]],
  [['Never', 'Once a year', 'Twice a year'], 1, [NONE, NONE, NONE]],
  [['Not at all', 'All at once'], 1, [1, 2]],
  [['Null', 'Eins', 'Zwei'], 1, [0, 1, 2]],
  [['Kein Standort', 'Ein Standort', 'Zwei Standorte'], 1, [NONE, NONE, NONE]],
  [['Fünf', 'Zehn'], 1, [5, 10]],
  [['Zéro', 'Un', 'Deux'], 1, [0, 1, 2]],
  [['Pas du tout', 'Un peu', 'Beaucoup'], 1, [1, 2, 3]],
  [['Cero', 'Uno', 'Dos'], 1, [0, 1, 2]],
  [['Zero', 'Uno', 'Due'], 1, [0, 1, 2]],
  [['Nul', 'Eén', 'Twee'], 1, [0, 1, 2]],
  [['Zero', 'Um', 'Dois'], 1, [0, 1, 2]],
  [['Zweite Stufe', 'Erste Stufe'], 1, [2, 1]],
  [['Deuxième niveau', 'Premier niveau'], 1, [2, 1]],
  [['Segundo nivel', 'Primer nivel'], 1, [2, 1]],
  [['Secondo livello', 'Primo livello'], 1, [2, 1]],
  [['Tweede niveau', 'Eerste niveau'], 1, [2, 1]],
  [['Segunda etapa', 'Primeira etapa'], 1, [2, 1]],
  [['Noll', 'Ett', 'Två'], 1, [0, 1, 2]],
  [['Nul', 'Et', 'To'], 1, [0, 1, 2]],
  [['Nolla', 'Yksi', 'Kaksi'], 1, [0, 1, 2]],
  [['Zero', 'Jeden', 'Dwa'], 1, [0, 1, 2]],
  [['Nula', 'Jedna', 'Dva'], 1, [0, 1, 2]],
  [['Ноль', 'Один', 'Два'], 1, [0, 1, 2]],
  [['Вторая ступень', 'Первая ступень'], 1, [2, 1]],
  [['Sıfır', 'Bir', 'İki', 'Üç'], 1, [0, 1, 2, 3]],
  [['Μηδέν', 'Ένα', 'Δύο'], 1, [0, 1, 2]],
  [['صفر', 'واحد', 'اثنان'], 1, [0, 1, 2]],
  [['المستوى الثاني', 'المستوى الأول'], 1, [2, 1]],
  [['אפס', 'אחד', 'שניים'], 1, [0, 1, 2]],
  [['शून्य', 'एक', 'दो'], 1, [0, 1, 2]],
  [['영', '일', '이'], 1, [0, 1, 2]],
  [['둘째 단계', '첫째 단계'], 1, [2, 1]],
  [['٠٫٥ قليل', '۱٫۵ کمی'], 1, [0.5, 1.5]],
  [['أكثر من ١٬٠٠٠', 'أكثر من ٢٬٠٠٠'], 1, [1000, 2000]],
  [['1,234,567 a', '12,345,678 b'], 1, [1_234_567, 12_345_678]],
  [['12345.678', '1.2345'], 1, [12_345.678, 1.2345]],
  [['Over 1.5', 'Over 12.75'], 1, [1.5, 12.75]],
  [['Level -1', 'Level −2'], 1, [-1, -2]],
  [['(-1)', 'at:-2', 'at=-3', '[-4]'], 1, [-1, -2, -3, -4]],
  [['a-2', 'a-1'], 1, [2, 1]],
  [['➀', '➂', '➉'], 1, [1, 3, 10]],
  [['➊', '➌', '➓'], 1, [1, 3, 10]],
  [['⓵', '⓷', '⓾'], 1, [1, 3, 10]],
  [['⓫', '⓭', '⓴'], 1, [11, 13, 20]],
  [['⓿', '❶', '❿'], 1, [0, 1, 10]],
  [['IV', 'VI', 'VII', 'VIII'], 1, [4, 6, 7, 8]],
  [['XXXIX', 'XI'], 1, [39, 11]],
  [['IIII', 'IV'], 1, [NONE, NONE]],
  [['第〇段階', '第一段階'], 1, [0, 1]],
  [['零', '一'], 1, [0, 1]],
  [['2 fewer', '2½ more'], 1, [2, 2.5]],
  [['½', '1', '1½'], 1, [0.5, 1, 1.5]],
  [['Tahap dua', 'Tahap satu'], 1, [2, 1]],
  [['Tahap kedua', 'Tahap pertama'], 1, [2, 1]],
  [['Mức hai', 'Mức một'], 1, [2, 1]],
  [['Mức thứ hai', 'Mức thứ nhất'], 1, [2, 1]],
  [['Không', 'Một phần', 'Tốt nhất'], 1, [1, 2, 3]],
  [['ระดับสอง เริ่มแล้ว', 'ระดับหนึ่งยังไม่เริ่ม'], 1, [2, 1]],
  [['ขั้นที่สอง', 'ขั้นที่หนึ่ง'], 1, [2, 1]],
  [['ศูนย์', 'หนึ่ง'], 1, [0, 1]],
  [['ทำแล้วบางส่วน', 'สองในสาม'], 1, [1, 2]],
  [['Stufe zwei', 'Stufe eins'], 1, [2, 1]],
  [['In der zweiten Stufe', 'In der ersten Stufe'], 1, [2, 1]],
  [['Achte Stufe', 'Neunte Stufe'], 1, [8, 9]],
  [['Шестая ступень', 'Седьмая ступень'], 1, [6, 7]],
  [['Нулевой уровень', 'Первый уровень'], 1, [0, 1]],
  [['Уровень два', 'Уровень один'], 1, [2, 1]],
  [['Nivelul doi', 'Nivelul unu'], 1, [2, 1]],
])('the responses %j from %d have the numbers %j', (labels, lowest, numbers) => {
  expect(responseNumbers(labels, lowest).numbers).toEqual(numbers)
})

/** More, less, from, to, about or half of 2, two thousand, or a doubt. */
const UNCLEAR =
  '<2|>2|2>|2<|<2>|2-|2–|2—|2/|2=|=2|2_|2→|→2|x2|2..|2...|2…|2?|~2|2+|±2|2.000|2,000|２．０００|2.000 High|High 2,000|High <2|High >2|<2 High|2> High|2 High?|High? 2|2½'.split(
    '|',
  )

test.each([
  ['2', ['Low', 'High'], [1]],
  ['high', ['Low', 'High'], [1]],
  ['2 high', ['Low', 'High'], [1]],
  ['2 low', ['Low', 'High'], []],
  ['3', ['Low', 'High'], []],
  ['2)', ['Low', 'High'], [1]],
  ['(2)', ['Low', 'High'], [1]],
  ['[2]', ['Low', 'High'], [1]],
  ['#2', ['Low', 'High'], [1]],
  ['2、High', ['Low', 'High'], [1]],
  ['２）High', ['Low', 'High'], [1]],
  ['2 (High)', ['Low', 'High'], [1]],
  ['2 (Low)', ['Low', 'High'], []],
  ['2 = high.', ['Low', 'High'], [1]],
  ['High (2)', ['Low', 'High'], [1]],
  ['High – 1', ['Low', 'High'], []],
  ['2\ufe0f\u20e3', ['Low', 'High'], [1]],
  ['2%', ['Low', 'High'], []],
  ['1-2', ['Low', 'High'], []],
  ['1/2', ['Low', 'High'], []],
  ['2.5', ['Low', 'High'], []],
  ['1.2.3', ['Low', 'High'], []],
  ['1-1', ['1', '2'], []],
  ['Low', ['Low', 'Low\u115f'], [0, 1]],
  ['Lo\u00adw', ['Low', 'High'], [0]],
  ['1', ['0', '1'], [1]],
  ['2', ['0', '1'], []],
  ['1', ['None', '1'], [1]],
  ['50 %', ['0%', '50%'], [1]],
  ['same', ['Same', 'SAME'], [0, 1]],
  ['2;', ['Low', 'High'], [1]],
  ['“2.”', ['Low', 'High'], [1]],
  ['2).', ['Low', 'High'], [1]],
  ['2-High', ['Low', 'High'], [1]],
  ['2/High', ['Low', 'High'], [1]],
  ['2 → High', ['Low', 'High'], [1]],
  ['2.00', ['Low', 'High'], [1]],
  ['2,000', ['1,000', '2,000'], [1]],
  ['2.5 years', ['1 year', '2.5 years'], [1]],
  ['1e1', ['5', '10'], [1]],
  ['2)).', ['Low', 'High'], [1]],
  ['2 veryhigh', ['Low', 'very high'], []],
  ['2 very high', ['Low', 'very high'], [1]],
  ['2 High', ['Low', '((High))'], [1]],
  ['2 high', ['Low', '¡High!'], [1]],
  ['High %', ['Low', 'High%'], [1]],
  ['−1', ['-1', '0'], [0]],
  ...UNCLEAR.map((text): [string, string[], number[]] => [text, ['Low', 'High'], []]),
  ...UNCLEAR.map((text): [string, string[], number[]] => [text, ['1', '2'], []]),
])('%j means, of %j, the responses at %j', (text, labels, found) => {
  expect(responsesOfText(text, labels, 1)).toEqual(found)
})

const ROMANS = ['I', 'II', 'III', 'IV', 'V', 'VI', 'VII', 'VIII', 'IX', 'X']
const WORDS = [
  'zero',
  'One',
  'two',
  'THREE',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'Ten',
]
const WAYS: ((number: number) => string)[] = [
  String,
  (number) => String.fromCodePoint(0xff10 + (number % 10)),
  (number) => String.fromCodePoint(0x966 + (number % 10)),
  (number) => WORDS[number % 11] ?? '',
  // A single letter can also be a word.
  (number) => ([0, 1, 5].includes(number) ? String(number) : (ROMANS[number - 1] ?? '')),
]
const figureOf = (number: number, way: number) => WAYS[way % WAYS.length]?.(number) ?? ''

test('a number never means a response whose label names another number', () => {
  const label = fc.record({
    number: fc.option(fc.integer({ min: 0, max: 9 })),
    way: fc.nat(4),
    before: fc.constantFrom('', 'Level ', 'Tier-', 'レベル ', 'Уровень ', 'no ('),
    after: fc.constantFrom('', ' done', ', done', ' (done)', ' / x', '：済', ' = y', ' points'),
  })
  fc.assert(
    fc.property(
      fc.array(label, { minLength: 2, maxLength: 6 }),
      fc.constantFrom(0, 1),
      (given, lowest) => {
        const labels = given.map(({ number, way, before, after }, index) =>
          number === null
            ? `none ${'abcdef'.charAt(index)}`
            : before + figureOf(number, way) + after,
        )
        const { numbers } = responseNumbers(labels, lowest)
        for (const entered of [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]) {
          const chosen = [
            ...responsesOfText(String(entered), labels, lowest),
            ...(responseOfDigit(numbers, entered) < 0 ? [] : [responseOfDigit(numbers, entered)]),
          ]
          // A response without a number has its place only if no label names another.
          const isFree = given.every(({ number }, at) => number === null || number === lowest + at)
          expect(
            chosen.filter((at) => (given[at]?.number ?? (isFree ? entered : null)) !== entered),
          ).toEqual([])
        }
      },
    ),
  )
})

test('numbers are the labels’ own only where those say other numbers, each one', () => {
  const areOwn = (...labels: string[]) => responseNumbers(labels, 1).areOwn
  expect(areOwn('Low', 'High')).toBe(false)
  expect(areOwn('0', '1')).toBe(true)
  expect(areOwn('2 a', '2 b')).toBe(false)
})

test('without level names, responses count from 1', () => {
  expect(lowestNumber({ scale: null, lowest_level: 0 })).toBe(1)
  expect(lowestNumber({ scale: ['Low'], lowest_level: 0 })).toBe(0)
})

test('a digit key chooses what has its number, and 0 the tenth', () => {
  const ten = Array.from({ length: 10 }, (_, index) => index + 1)
  expect([1, 9, 0].map((digit) => responseOfDigit(ten, digit))).toEqual([0, 8, 9])
  expect(responseOfDigit([0, 1], 0)).toBe(0)
  expect([1, 0].map((digit) => responseOfDigit([NONE, NONE], digit))).toEqual([-1, -1])
  expect(responseOfDigit([1, 2], 3)).toBe(-1)
  expect(responseOfDigit([10, 20], 0)).toBe(-1)
  expect(responseOfDigit([0, 1, 2, 3, 4, 5, 6, 7, 8, 10], 0)).toBe(0)
  expect(responseOfDigit([1, 2, 3, 4, 6, 7, 8, 9, 11, 10], 5)).toBe(-1)
})

test.each([
  [
    [1, 2, 3],
    [1, 2, 3],
  ],
  [
    [0, 1, 2],
    [0, 1, 2],
  ],
  [
    [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11],
    [1, 2, 3, 4, 5, 6, 7, 8, 9, 0],
  ],
  [[0, 50, 100], [0]],
  [[NONE, NONE], []],
])('with the numbers %j the keys are %j', (numbers, keys) => {
  expect(digitKeys(numbers)).toEqual(keys)
})
