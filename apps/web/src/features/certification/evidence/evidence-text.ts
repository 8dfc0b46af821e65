import { detect } from 'chardet'
import { capMarks } from 'contract/fields'
import { utf16Of } from 'contract/utf16'
import { formatNumber } from 'rules/plural'
import stripAnsi from 'strip-ansi'

/** Characters of a line. Longer ones make the page slow. */
const LONGEST_LINE = 2000
/** Bytes that decide the encoding. */
const HEAD = 65_536

/** A text file as people read it: in its encoding, without the colours of a terminal, with lines that a page can show. */
export function evidenceText(bytes: ArrayBuffer): string {
  const text = capMarks(withoutControls(stripAnsi(decode(bytes))))
  return text.replaceAll(
    new RegExp(`^(.{${LONGEST_LINE}})(.+)$`, 'gmu'),
    (_, start: string, rest: string) =>
      `${start}… (the line has ${formatNumber(rest.length)} more characters)`,
  )
}

const BELL = '\u0007'
const END = '\u001A'

/** What a terminal shows after backspaces. Bells and the end of a text of DOS show nothing. */
function withoutControls(text: string): string {
  const silent = text.replaceAll(BELL, '').replaceAll(END, '')
  if (!silent.includes('\b')) return silent
  const shown: string[] = []
  for (const character of silent)
    if (character !== '\b') shown.push(character)
    else if (shown.at(-1) !== '\n') shown.pop()
  return shown.join('')
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

function decoderOf(encoding: string | null): TextDecoder {
  try {
    return new TextDecoder(encoding ?? 'windows-1252')
  } catch {
    return new TextDecoder('windows-1252')
  }
}
