import { detect } from 'chardet'
import { capMarks } from 'contract/fields'
import { formatNumber } from 'rules/plural'
import stripAnsi from 'strip-ansi'

/** Characters of a line. Longer ones make the page slow. */
const LONGEST_LINE = 2000
/** Bytes that decide the encoding. */
const HEAD = 65_536

/** A text file as people read it: in its encoding, without the colours of a terminal, with lines that a page can show. */
export function evidenceText(bytes: ArrayBuffer): string {
  const text = capMarks(stripAnsi(decode(bytes)))
  return text.replaceAll(
    new RegExp(`^(.{${LONGEST_LINE}})(.+)$`, 'gmu'),
    (_, start: string, rest: string) =>
      `${start}… (the line has ${formatNumber(rest.length)} more characters)`,
  )
}

function decode(bytes: ArrayBuffer): string {
  const head = new Uint8Array(bytes.slice(0, HEAD))
  const encoding = utf16Of(head)
  if (encoding !== undefined) return new TextDecoder(encoding).decode(bytes)
  // Letters of ISO 2022 are valid UTF-8 of other letters.
  if (!hasLetterShift(head)) {
    try {
      // The end may be in the middle of a character.
      return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true })
    } catch {
      // Older programs save texts without Unicode.
    }
  }
  return decoderOf(detect(head)).decode(bytes)
}

/** Escape with `$` or `(`, which chooses other letters. */
function hasLetterShift(head: Uint8Array): boolean {
  return head.some((byte, at) => byte === 0x1b && [0x24, 0x28].includes(head[at + 1] ?? 0))
}

/** By its mark, or by the zeros of Latin letters where the mark is missing. */
function utf16Of(head: Uint8Array) {
  const [first = 0, second = 0] = head
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  const zero = head.indexOf(0)
  if (zero === -1) return undefined
  return zero % 2 === 1 ? 'utf-16le' : 'utf-16be'
}

function decoderOf(encoding: string | null): TextDecoder {
  try {
    return new TextDecoder(encoding ?? 'windows-1252')
  } catch {
    return new TextDecoder('windows-1252')
  }
}
