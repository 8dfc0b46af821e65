import { type YAMLParseError, parseDocument } from 'yaml'
import { refusal } from './content-faults.ts'

/** A file may name a part again with an alias, but not so often that it grows out of all proportion. */
const ALIASES = 100

export function readYaml(text: string): { value: unknown } | ReturnType<typeof refusal> {
  const document = parseDocument(text)
  const [fault] = document.errors
  if (fault) return refusal(sentenceOf(fault))
  try {
    return { value: document.toJS({ maxAliasCount: ALIASES }) as unknown }
  } catch (error) {
    if (!(error instanceof ReferenceError)) throw error
    return refusal(
      error.message.startsWith('Unresolved alias')
        ? 'The YAML file has an alias without an anchor before it. Replace the alias with a value.'
        : 'The YAML file uses too many aliases. Replace them with the values they repeat.',
    )
  }
}

/** The parser's own messages are for programmers, so only its codes and a few words are used. */
function sentenceOf({ code, message, linePos }: YAMLParseError): string {
  if (code === 'MULTIPLE_DOCS')
    return 'The YAML file contains more than one document (--- between them). Keep one, and choose the file again.'
  if (message.includes('Missing closing'))
    return `${INVALID} A quotation mark is not closed. Add the missing quotation mark.`
  const line = linePos?.[0].line ?? 1
  if (/end with a [\]}]/.test(message))
    return `${INVALID} A bracket that is opened above line ${line} is not closed. Add the missing bracket.`
  return `${INVALID} ${(BY_CODE[code] ?? unclear)(`Line ${line}`)}`
}

const INVALID = 'The file is not valid YAML.'

const unclear = (line: string) =>
  `${line} can’t be read. Check its punctuation, and put texts with special characters in quotation marks.`

const special = (line: string) =>
  `${line} has a text that starts with a special character. Put the text in quotation marks.`

const BY_CODE: Partial<Record<string, (line: string) => string>> = {
  BAD_ALIAS: special,
  BAD_DQ_ESCAPE: (line) =>
    `${line} has a backslash that YAML can’t read. Write each backslash twice (\\\\).`,
  BAD_INDENT: (line) =>
    `${line} is not indented like the lines that it belongs to. Correct its indentation.`,
  BAD_SCALAR_START: special,
  BLOCK_AS_IMPLICIT_KEY: (line) =>
    `${line} has a colon or a dash where YAML doesn’t allow it. Put texts that contain a colon in quotation marks.`,
  DUPLICATE_KEY: (line) => `${line} repeats a field of the same part. Keep only one.`,
  MULTILINE_IMPLICIT_KEY: (line) =>
    `${line} has no field name with a colon and a space after it. Add them, or indent the line if its text belongs to the line above.`,
  TAB_AS_INDENT: (line) => `${line} is indented with a tab. Use spaces instead.`,
}
