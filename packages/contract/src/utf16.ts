/** Bytes at the beginning that decide the encoding. */
export const UTF16_HEAD = 1024

/** Begins the colours of a terminal. */
const ESCAPE = '\u001B'

type Utf16 = 'utf-16le' | 'utf-16be'

/** Letters that a text has beside Latin ones, digits and signs. */
const LETTERS = [
  String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}`,
  ...['Hangul', 'Cyrillic', 'Greek', 'Arabic', 'Hebrew', 'Thai', 'Devanagari', 'Armenian'].map(
    (script) => String.raw`\p{Script=${script}}`,
  ),
].map(
  (letters) =>
    new RegExp(
      String.raw`^[${letters}\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]+$`,
      'u',
    ),
)

/** By its mark. Without one by the zeros of Latin letters, or because only one reading gives letters of one script. */
export function utf16Of(bytes: Uint8Array): Utf16 | undefined {
  const head = bytes.subarray(0, UTF16_HEAD)
  const [first = 0, second = 0] = head
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  // Texts in other encodings have no such bytes, and pairs of ASCII are Chinese in UTF-16.
  if (!head.some((byte) => byte < 9 || (byte > 13 && byte < 27))) return undefined
  const pairs = head.filter((_, at) => at % 2 === 0).map((byte, at) => both(byte, head[2 * at + 1]))
  if (pairs.filter(Boolean).length * 2 >= pairs.length) return undefined
  return byLetters(head)
}

function byLetters(head: Uint8Array): Utf16 | undefined {
  const script = (['utf-16le', 'utf-16be'] as const).find((as) => isOneScript(head, as))
  if (script === undefined && appendedAt(head) !== undefined) return undefined
  return zerosOf(head) ?? script
}

/** By its mark, or because nothing but letters and the usual controls fill four bytes each. */
export function isUtf32(bytes: Uint8Array): boolean {
  const head = bytes.subarray(0, UTF16_HEAD - (UTF16_HEAD % 4))
  const groups = Math.floor(head.length / 4)
  if (groups < 2) return false
  const view = new DataView(head.buffer, head.byteOffset, groups * 4)
  return [true, false].some((isLittle) => {
    const codes = Array.from({ length: groups }, (_, at) => view.getUint32(4 * at, isLittle))
    return codes[0] === 0xfeff || codes.every(isShownCode)
  })
}

function isShownCode(code: number): boolean {
  const isControl = code < 32 && ![9, FEED, 13].includes(code)
  return code <= 0x10_ffff && !isControl
}

const FEED = 10

/** Where PowerShell appended lines in UTF-16 to a text in another encoding: at a line whose second byte is the first zero. */
export function appendedAt(bytes: Uint8Array): number | undefined {
  const at = bytes.indexOf(0) - 1
  const isStart = bytes[at - 1] === FEED && bytes.subarray(0, at).some((byte) => byte > 32)
  return isStart ? at : undefined
}

function both(byte: number, next = 0): 0 | 1 {
  return isAscii(byte) && isAscii(next) ? 1 : 0
}

function isAscii(byte: number): boolean {
  return byte > 31 && byte < 127
}

function zerosOf(head: Uint8Array): Utf16 | undefined {
  const [first = 0, second = 0] = [0, 1].map(
    (half) => head.filter((byte, at) => byte === 0 && at % 2 === half).length,
  )
  const many = head.length * 0.3
  if (first === 0 && second > many) return 'utf-16le'
  return second === 0 && first > many ? 'utf-16be' : undefined
}

function isOneScript(head: Uint8Array, encoding: Utf16): boolean {
  try {
    // The head may end within a letter.
    const text = new TextDecoder(encoding, { fatal: true }).decode(head, { stream: true })
    const unusual = text.replaceAll(/[\t\n\f\r]/g, '').replaceAll(ESCAPE, '')
    return !/\p{Cc}/u.test(unusual) && LETTERS.some((letters) => letters.test(text))
  } catch {
    return false
  }
}
