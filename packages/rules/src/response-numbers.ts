import { numberOfText, plainDigits } from './number-text.ts'

/** `areOwn`: they are those in the labels, which need no other number beside them. */
export type ResponseNumbers = { numbers: readonly (number | null)[]; areOwn: boolean }

/** The number of the lowest response, as the levels of the set have it. */
export function lowestNumber(set: { scale: readonly string[] | null; lowest_level: number }) {
  return set.scale === null ? 1 : set.lowest_level
}

/** The response of a digit key, -1 for none. 0 is the tenth, if that is number 10 and no response has the number 0. */
export function responseOfDigit(numbers: ResponseNumbers['numbers'], digit: number): number {
  const at = numbers.indexOf(digit)
  return at === -1 && digit === 0 && numbers[9] === 10 ? 9 : at
}

/** The digits that choose a response, in the order of the responses. */
export function digitKeys(numbers: ResponseNumbers['numbers']): number[] {
  const digits = Array.from({ length: 10 }, (_, digit) => digit)
  const row = (digit: number) => responseOfDigit(numbers, digit)
  return digits.filter((digit) => row(digit) !== -1).toSorted((one, other) => row(one) - row(other))
}

/**
 * The number of each response: what is shown beside it, entered in the workbook and pressed as a key. Responses count
 * from the lowest, unless that would contradict the numbers in their labels. Then these count, or none.
 */
export function responseNumbers(labels: readonly string[], lowest: number): ResponseNumbers {
  const positions = labels.map((_, index) => lowest + index)
  const inLabels = labels.map(numbersIn)
  const isContradicted = inLabels.some(({ all, isWhole }, index) =>
    all.some((one) => one !== positions[index] && (isWhole || positions.includes(one))),
  )
  if (!isContradicted) return { numbers: positions, areOwn: false }
  const own = inLabels.map(({ all: [one, other] }) => (other === undefined ? one : undefined))
  const isEach = own.every((one) => one !== undefined) && new Set(own).size === own.length
  return isEach
    ? { numbers: own.map((one) => one ?? null), areOwn: true }
    : { numbers: labels.map(() => null), areOwn: false }
}

/** At the start, such as in "2 Partly", or after a word as in "Level 2: Partly". */
const LEADING = /^(?:[^\p{L}\d]*|\p{L}[\p{L}\s.]*(?=\d+\s*[:.)–—-]))(\d+(?:[.,]\d+)?)/u
const TRAILING = /(\d+(?:[.,]\d+)?)[^\p{L}\d]*$/u

/** The numbers that a label begins and ends with, such as "Level 2", "2 Partly" or "50%". */
function numbersIn(label: string): { all: number[]; isWhole: boolean } {
  const text = plain(label)
  const whole = numberOfText(text.replace(/%$/, ''))
  if (whole !== undefined) return { all: [whole], isWhole: true }
  const found = [LEADING, TRAILING].flatMap((edge) => edge.exec(text)?.[1] ?? [])
  return { all: [...new Set(found.map(numberOf))], isWhole: false }
}

/** In a label, three digits after a comma or a point are thousands. */
function numberOf(digits: string) {
  return Number(digits.replace(/[.,](?=\d{3}$)/, '').replace(',', '.'))
}

/** The responses that an entered text can mean: a number, a label, or both as in "2 Partly". */
export function responsesOfText(
  entered: string,
  labels: readonly string[],
  lowest: number,
): number[] {
  const { numbers } = responseNumbers(labels, lowest)
  const text = plain(entered)
  const number = numberOfText(text)
  const [, start, rest] = /^([+-]?\d+(?:[.,]\d+)?)[\s.):–—-]+(\S.*)$/.exec(text) ?? []
  return labels.flatMap((label, index) => {
    const isNumber = number !== undefined && numbers[index] === number
    const isLabel = plain(label) === text
    const isBoth =
      start !== undefined && numbers[index] === numberOfText(start) && plain(label) === rest
    return isNumber || isLabel || isBoth ? [index] : []
  })
}

/** As people compare texts: without case, kinds of digits and spaces. */
function plain(text: string) {
  return plainDigits(text.normalize('NFKC'))
    .trim()
    .toLowerCase()
    .replaceAll(/\s+/g, ' ')
    .replaceAll(' %', '%')
    .replaceAll('\u2212', '-')
}
