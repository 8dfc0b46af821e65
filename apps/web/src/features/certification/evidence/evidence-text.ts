import { capMarks } from 'contract/clean-text'
import { plural } from 'rules/plural'
import stripAnsi from 'strip-ansi'
import { decodeText } from 'contract/decode-text'
import { decodeAs } from 'contract/encodings'

/** Characters of a line. Longer ones make the page slow. */
const LONGEST_LINE = 2000

const LEFT_OUT = {
  one: 'the line has # more character',
  other: 'the line has # more characters',
}

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
  const text = capMarks(withoutControls(withLines(stripAnsi(decoded))))
  return text.replaceAll(
    new RegExp(`^(.{${LONGEST_LINE}})(.+)$`, 'gmu'),
    (_, start: string, rest: string) => `${start}… (${plural(rest.length, LEFT_OUT)})`,
  )
}

/** Old Macs end lines with a return alone, Word breaks them within a paragraph, and progress begins its line again. */
function withLines(text: string): string {
  return text
    .replaceAll('\v', '\n')
    .replaceAll(/\r+\n?/g, (end) => (end.endsWith('\n') ? '\r\n' : '\n'.repeat(end.length)))
}

/** Zeros, bells, changes of letters, deleted letters, and the end of a text of DOS. */
const SILENT = ['\0', '\u0007', '\u000E', '\u000F', '\u001A', '\u007F']
const SEPARATORS = ['\u001C', '\u001D', '\u001E', '\u001F']

/** What a terminal shows after backspaces. */
function withoutControls(text: string): string {
  let silent = text
  for (const control of SILENT) silent = silent.replaceAll(control, '')
  for (const separator of SEPARATORS) silent = silent.replaceAll(separator, ' ')
  if (!silent.includes('\b')) return silent
  const shown: string[] = []
  for (const character of silent)
    if (character !== '\b') shown.push(character)
    else if (shown.at(-1) !== '\n') shown.pop()
  return shown.join('')
}
