// Texts come from Word, PDFs, chats and spreadsheets with characters that no one sees. They are cleaned here for every
// way in but secrets, so that a text is the same to people, searches, PDFs and workbooks.

/** Breaks that programs write instead of a line feed, such as Shift+Enter in Word. */
const BREAKS = /\r\n?|[\v\f\u0085\u2028\u2029]/g

/** Control characters, broken letters, non-characters, a misplaced byte order mark and marks for old programs. */
const UNSHOWN =
  /[^\P{Cc}\t\n]|[\p{Cs}\p{Noncharacter_Code_Point}\u206a-\u206f\ufeff\ufff9-\ufffb\u{e0001}]/gu

/** Tags hide text, except in the flags of countries such as Scotland. */
const HIDDEN_TAGS = /[\u{e0020}-\u{e007f}](?<!\u{1f3f4}[\u{e0020}-\u{e007f}]{1,10})/gu

/** Places where a word may or may not break. */
const BREAK_MARKS = /[\u00ad\u200b\u2060]/g

// Unicode's own limit for what joins one letter (UAX 15). Hebrew with vowels and cantillation has six marks, Burmese and
// stacked Tibetan up to nine. Drawing or normalising thousands on one letter takes minutes.
const MAX_MARKS = 30

/** Accents, vowels, variants and enclosing signs with their joiners: all that is drawn on one letter. */
const MARKS = String.raw`[\p{M}\p{Grapheme_Extend}\u200d]`
const TOO_MANY_MARKS = new RegExp(`(${MARKS}{${MAX_MARKS}})${MARKS}+`, 'gu')

/** Most texts have nothing to clean, and large bodies have thousands. */
const PLAIN = /^[\t\n -~]*$/

const SEEN = /[^\p{Z}\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800]/u

/** Nothing in it can be seen. */
export function isBlank(text: string): boolean {
  return !SEEN.test(text)
}

/** A text of several lines, trimmed. Joiners stay, because they shape letters, and thirty marks on each letter. */
export function cleanText(text: string): string {
  const clean = cleanInside(text)
  return isBlank(clean) ? '' : trimmed(clean)
}

/** The same without trimming, for a text that is still being written. */
export function cleanInside(text: string): string {
  if (PLAIN.test(text)) return text
  const shown = text.replaceAll(BREAKS, '\n').replaceAll(UNSHOWN, '').replaceAll(HIDDEN_TAGS, '')
  return capMarks(isolateDirections(shown))
}

/** Without the marks beyond those that a letter may have. Also for texts that were stored before they were cleaned. */
export function capMarks(text: string): string {
  return text.replaceAll(TOO_MANY_MARKS, '$1')
}

/** A text of one line, trimmed. Breaks and tabs become spaces. */
export function cleanLine(text: string): string {
  return cleanText(
    cleanText(text)
      .replaceAll(/[\t\n]+/g, ' ')
      .replaceAll(BREAK_MARKS, ''),
  )
}

function trimmed(text: string) {
  let [from, to] = [0, text.length]
  while (from < to && isEdge(text.charAt(from))) from += 1
  while (to > from && isEdge(text.charAt(to - 1))) to -= 1
  return text.slice(from, to)
}

function isEdge(character: string) {
  return /[\s\u00ad\u200b\u2060]/.test(character)
}

const RIGHT_TO_LEFT_LETTER =
  /[\p{Script=Adlam}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Hanifi_Rohingya}\p{Script=Mandaic}\p{Script=Nko}\p{Script=Samaritan}\p{Script=Syriac}\p{Script=Thaana}]/u

const DIRECTIONS = /[\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]/
const LRI = '\u2066'
const RLI = '\u2067'
const FSI = '\u2068'
const PDI = '\u2069'

/** What becomes of the start or end of a part with its own direction. Overrides would turn letters around. */
const ISOLATES: Record<string, string> = {
  '\u202a': LRI,
  '\u202b': RLI,
  '\u202c': PDI,
  '\u202d': LRI,
  '\u202e': RLI,
  [LRI]: LRI,
  [RLI]: RLI,
  [FSI]: FSI,
  [PDI]: PDI,
}

/** Parts with their own direction stay readable and can't turn the text around them. Without such letters they are dropped. */
function isolateDirections(text: string): string {
  if (!DIRECTIONS.test(text)) return text
  if (!RIGHT_TO_LEFT_LETTER.test(text)) return text.replaceAll(new RegExp(DIRECTIONS, 'g'), '')
  return text.split('\n').map(isolateLine).join('\n')
}

// Deeper ones are of no use to anyone.
const MAX_DEPTH = 10

function isolateLine(line: string) {
  let depth = 0
  const isolated = line.replaceAll(/[\u202a-\u202e\u2066-\u2069]/g, (mark) => {
    const isolate = ISOLATES[mark] ?? ''
    const isEnd = isolate === PDI
    if (isEnd ? depth === 0 : depth === MAX_DEPTH) return ''
    depth += isEnd ? -1 : 1
    return isolate
  })
  return isolated + PDI.repeat(depth)
}
