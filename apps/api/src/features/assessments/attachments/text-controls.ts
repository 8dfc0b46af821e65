type Encoding = 'latin1' | 'utf-16le' | 'utf-16be'

const BELL = 7
const FEED = 10
const RETURN = 13
/** Ends a text of DOS. */
const END = 26
/** Begins colours, titles, and letters of ISO 2022. */
const ESCAPE = 27

/** As many zeros in a row fill up a log after a crash, or after it was emptied while it was written. */
const FILLER = 16

/** Backspace, tab, line feed, form feed, return and escape. */
const USUAL = new Set([8, 9, FEED, 12, RETURN, ESCAPE])
/** A line break of Word, terminals' changes of letters, separators of records, and a deleted letter. */
const SELDOM = new Set([11, 14, 15, 28, 29, 30, 31, 127])

/** Looks in passing for controls that no text has. */
export function watchControls(given: Encoding) {
  let encoding = given
  let half = Buffer.alloc(0)
  const controls = judgeControls()

  return {
    encoding: given,
    see(chunk: Buffer) {
      const bytes = Buffer.concat([half, chunk])
      let at = 0
      for (let width = widthOf(encoding); at + width <= bytes.length; width = widthOf(encoding)) {
        const code = codeAt(bytes, at, encoding)
        at += width
        // PowerShell appends lines in UTF-16: their second byte is the first zero.
        if (code === 0 && encoding === 'latin1' && controls.isSecondOfLine()) encoding = 'utf-16le'
        else if (!controls.see(code)) at = bytes.length
      }
      half = bytes.subarray(at)
    },
    // The last letter may be cut off.
    areOfText: controls.areOfText,
    hasStrayZeros: controls.hasStrayZeros,
  }
}

function widthOf(encoding: Encoding): 1 | 2 {
  return encoding === 'latin1' ? 1 : 2
}

function codeAt(bytes: Buffer, at: number, encoding: Encoding): number {
  if (encoding === 'latin1') return bytes[at] ?? 0
  return encoding === 'utf-16le' ? bytes.readUInt16LE(at) : bytes.readUInt16BE(at)
}

function isUnknownControl(code: number): boolean {
  return code < 32 && code !== BELL && !USUAL.has(code) && !SELDOM.has(code)
}

function judgeControls() {
  let isText = true
  let isUsual = true
  let isTerminal = false
  let hasLetters = false
  let isOver = false
  let rings = false
  let column = -Infinity
  let zeros = 0
  let hasStrayZeros = false

  function isFault(code: number): boolean {
    if (code === 0 || code === END) return false
    // Few zeros between letters are no filler.
    hasStrayZeros = zeros > 0 && zeros < FILLER
    if (hasStrayZeros) return true
    if (isOver || code === 0xffff) return true
    // Without a terminal, a bell ends a line.
    if (rings && ![BELL, FEED, RETURN].includes(code)) return true
    return isUnknownControl(code)
  }

  function note(code: number) {
    column = code === FEED ? 0 : column + 1
    if (code > 32) hasLetters = true
    if (code === ESCAPE) isTerminal = true
    if (code === END) isOver = true
    zeros = code === 0 ? zeros + 1 : 0
    rings = code === BELL && !isTerminal
    if (code === 0 || rings || SELDOM.has(code)) isUsual = false
  }

  return {
    /** Whether it may still be a text. */
    see(code: number): boolean {
      isText &&= !isFault(code)
      if (isText) note(code)
      return isText
    },
    isSecondOfLine: () => column === 1 && zeros === 0 && !isOver,
    /** What begins like another type may only have the usual controls. */
    areOfText: (isLikeOther: boolean) =>
      isText && !rings && (hasLetters || zeros === 0) && (isUsual || !isLikeOther),
    /** The only reason to take it for no text, as far as it was read. */
    hasStrayZeros: () => hasStrayZeros && hasLetters,
  }
}
