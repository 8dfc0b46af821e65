import { appendedAt, utf16Of } from './utf16.ts'
import { decodeAs } from './encodings.ts'
import { guessEncoding } from './guess-encoding.ts'

/** `encoding`: the one it is guessed to be in. Without one, the text says itself that it is Unicode. */
interface DecodedText {
  text: string
  encoding?: string
}

/** Reads a text file as any program may have saved it. Its last letter may be cut off. */
export function decodeText(bytes: Uint8Array): DecodedText {
  const unicode = utf16Of(bytes)
  if (unicode !== undefined) return { text: decodeAs(bytes, unicode) }
  const appended = appendedAt(bytes)
  if (appended === undefined) return decodeOther(bytes)
  const beginning = decodeOther(bytes.subarray(0, appended))
  const end = decodeAs(bytes.subarray(appended), 'utf-16le')
  return { ...beginning, text: beginning.text + end }
}

function decodeOther(bytes: Uint8Array): DecodedText {
  const utf8 = isIso2022(bytes) ? undefined : decodeUtf8(bytes)
  if (utf8 !== undefined) return { text: utf8 }
  const encoding = isIso2022(bytes) ? 'iso-2022-jp' : guessEncoding(bytes)
  return { text: decodeAs(bytes, encoding), encoding }
}

/** ASCII with escapes that begin Japanese letters. */
function isIso2022(bytes: Uint8Array): boolean {
  const begins = (_: number, at: number) =>
    bytes[at] === 0x1b && bytes[at + 1] === 0x24 && [0x40, 0x42].includes(bytes[at + 2] ?? 0)
  return bytes.every((byte) => byte < 128) && bytes.some(begins)
}

/** The byte order mark, which is no part of the text. */
const MARK = [0xef, 0xbb, 0xbf]

/** A text without a mark that only ends like a letter of UTF-8 that was cut off isn't UTF-8. */
function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    const text = decodeAs(bytes, 'utf-8', true)
    const isMarked = MARK.every((byte, at) => bytes[at] === byte)
    const isWhole = isMarked || bytes.every((byte) => byte < 128) || /\P{ASCII}/u.test(text)
    return isWhole ? text : undefined
  } catch {
    return undefined
  }
}
