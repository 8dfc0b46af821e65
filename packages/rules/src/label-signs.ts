/** Stars, symbols of money and the like, repeated: as many as the response is worth. */
const SIGN = /[*#!?•·∙‧・\p{S}]/u
/** Beside letters, other punctuation belongs to a sentence. Crosses and circles are written as letters, too. */
const WORDLESS = /^(?:[^\p{L}\p{N}]+|x+|o+)$/iu
/** May stand between two of them. */
const SEPARATOR = /^[\s,;/&+|.·-]$/u
/** Dashes count downwards, if there is nothing else. */
const DASHES = /^[\s\u2010-\u2015\u2212-]+$/u
/** Whether a sign is in colour, and the tone of a hand, make no other sign of it. */
const LOOKS = /[\ufe0e\ufe0f]|[\u{1f3fb}-\u{1f3ff}]/gu
/** What stands for a missing one. */
const HOLLOW = new Map(
  [
    '☆★',
    '✩★',
    '○●',
    '◯●',
    '⚪⚫',
    '□■',
    '▢■',
    '◻◼',
    '◽◾',
    '▫▪',
    '⬜⬛',
    '☐☑',
    '◇◆',
    '△▲',
    '♡♥',
    '🤍❤',
  ].map((pair): [string, string] => pairOf(pair)),
)

type Run = { sign: string; count: number }

/** How many of the same sign each label has, if labels differ in that. */
export function signsOfLabels(labels: readonly string[]): number[][] {
  const all = labels.map(runsIn)
  const signs = new Set(all.flat().map(({ sign }) => sign))
  const counted = all.map((runs) => withoutHollow(runs, signs))
  const differs = ({ sign }: Run) =>
    new Set(counted.flat().flatMap((one) => (one.sign === sign ? one.count : []))).size > 1
  return counted.map((runs) => runs.filter(differs).map(({ count }) => count))
}

/** A flag and a family are one sign each, of several characters. */
const CHARACTERS = new Intl.Segmenter()

function runsIn(label: string): Run[] {
  const text = label.replaceAll(LOOKS, '')
  if (DASHES.test(text)) return [{ sign: '-', count: -text.replaceAll(/\s/g, '').length }]
  const isWordless = WORDLESS.test(text)
  if (!isWordless && !SIGN.test(text)) return []
  const characters = [...CHARACTERS.segment(text)].map(({ segment }) => segment)
  const isSign = (one: string) => SIGN.test(one) || (isWordless && /^[\p{P}xo]/iu.test(one))
  return [...new Set(characters.filter(isSign))].flatMap((sign) => runsOf(sign, characters))
}

function runsOf(sign: string, characters: readonly string[]): Run[] {
  const runs: Run[] = []
  let isOpen = false
  for (const one of characters) {
    const run = isOpen ? runs.at(-1) : undefined
    if (one === sign && run) run.count += 1
    else if (one === sign) runs.push({ sign, count: 1 })
    isOpen = one === sign || (isOpen && SEPARATOR.test(one))
  }
  return runs
}

/** "★★☆" has two stars and "☆☆☆" none, beside other labels with stars. */
function withoutHollow(runs: readonly Run[], signs: ReadonlySet<string>): Run[] {
  const filled = [...signs].filter((sign) => !HOLLOW.has(sign))
  return runs.flatMap((run) => {
    const usual = HOLLOW.get(run.sign)
    if (usual === undefined) return [run]
    const sign = signs.has(usual) || filled.length !== 1 ? usual : String(filled[0])
    if (!signs.has(sign)) return [run]
    return runs.some((other) => other.sign === sign) ? [] : [{ sign, count: 0 }]
  })
}

function pairOf(pair: string): [hollow: string, filled: string] {
  const [hollow = '', filled = ''] = pair
  return [hollow, filled]
}
