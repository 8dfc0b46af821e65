import { capMarks } from 'contract/fields'
import { formatNumber } from 'rules/plural'
import stripAnsi from 'strip-ansi'
import { decodeText } from '#core/decode-text.ts'
import { decodeAs } from '#core/encodings.ts'

/** Characters of a line. Longer ones make the page slow. */
const LONGEST_LINE = 2000

/** `encoding`: the one in which a text without Unicode was read. */
interface EvidenceText {
  text: string
  encoding?: string
}

/** A text file as people read it: without the colours of a terminal, with lines that a page can show. */
export function evidenceText(buffer: ArrayBuffer, chosen?: string): EvidenceText {
  const bytes = new Uint8Array(buffer)
  const { text, ...guessed } =
    chosen === undefined ? decodeText(bytes) : { text: decodeAs(bytes, chosen), encoding: chosen }
  return { text: shownText(text), ...guessed }
}

function shownText(decoded: string): string {
  const text = capMarks(withoutControls(stripAnsi(decoded)))
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
