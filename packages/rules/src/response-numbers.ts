import { numbersOfLabels } from './label-numbers.ts'
import { numberOfText, plainDigits, plainFractions, readingsOf } from './number-text.ts'
import { sameText } from 'contract/same-text'

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
 * from the lowest, unless a label names another number. Then the numbers of the labels count, or none.
 */
export function responseNumbers(labels: readonly string[], lowest: number): ResponseNumbers {
  const positions = labels.map((_, index) => lowest + index)
  const named = numbersOfLabels(labels)
  const isContradicted = named.some((all, index) => all.some((one) => one !== positions[index]))
  if (!isContradicted) return { numbers: positions, areOwn: false }
  const own = named.flatMap((all) => (all.length === 1 ? all : []))
  return new Set(own).size === labels.length
    ? { numbers: own, areOwn: true }
    : { numbers: labels.map(() => null), areOwn: false }
}

/** The responses that an entered text can mean: a number, a label, or both as in "2 Partly". */
export function responsesOfText(
  entered: string,
  labels: readonly string[],
  lowest: number,
): number[] {
  const { numbers } = responseNumbers(labels, lowest)
  const text = plain(entered)
  const { number, rest } = entryOf(text)
  return labels.flatMap((label, index) => {
    const own = plain(label)
    const isNumbered = number !== undefined && numbers[index] === number
    const isBoth = isNumbered && (rest === '' || edgeless(rest) === edgeless(own))
    return own === text || isBoth ? [index] : []
  })
}

const FIGURE = String.raw`[+-]?\d+(?:[.,\u066b]\d+)?`
const BETWEEN = String.raw`[\s.,;:()[\]{}"'“”‘’«»、。→=|/_–—-]`
const NUMBER_FIRST = new RegExp(`^[#([{"'“‘«]*(${FIGURE})(${BETWEEN}*)(.*)$`, 'u')
const NUMBER_LAST = new RegExp(`^(.*\\p{L}.*?)${BETWEEN}+(${FIGURE})[)\\]}.]*$`, 'u')
/** What may follow a number alone. A dash, a slash or an arrow could go on to another number. */
const END = /^(?:[.,;:、。]?[)\]}"'”’»]*|[)\]}"'”’»]+[.,;:、。])$/

/** The number and the label of a text such as "2", "(2)", "2 Partly" or "Partly (2)". */
function entryOf(text: string): { number?: number | undefined; rest: string } {
  const whole = clearNumber(text)
  if (whole !== undefined) return { number: whole, rest: '' }
  const start = NUMBER_FIRST.exec(text)
  if (start) return startOf(start)
  const [, rest = '', last = ''] = NUMBER_LAST.exec(text) ?? []
  return { number: clearNumber(last), rest }
}

/** "2-3", "2/4", "1.2.3" and "2-" are something else. */
function startOf([, first = '', between = '', rest = '']: RegExpExecArray) {
  const isEntry = rest === '' ? END.test(between) : /\p{L}/u.test(rest) || between.includes(' ')
  return isEntry ? { number: clearNumber(first), rest } : { rest: '' }
}

function clearNumber(text: string): number | undefined {
  return readingsOf(text) ? undefined : numberOfText(text)
}

/** A question mark is a doubt. */
function edgeless(text: string) {
  return text.replaceAll(/^(?:\s|(?!\?)\p{P})+|(?:\s|(?!\?)\p{P})+$/gu, '')
}

/** As people compare texts: without case, kinds of digits, the frames of key symbols and spaces. */
function plain(text: string) {
  return plainDigits(sameText(plainFractions(text).normalize('NFKC').replaceAll('\u20e3', '')))
    .toLowerCase()
    .replaceAll(' %', '%')
    .replaceAll('\u2212', '-')
}
