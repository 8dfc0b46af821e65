/** What is wrong with a text that is not valid JSON. The parser's own messages are for programmers. */
export function jsonFault({ message }: SyntaxError): string {
  const what = misplaced(message) ?? placed(message)
  return what === undefined
    ? 'The JSON file is incomplete. Export it again.'
    : `The file is not valid JSON. ${what} Correct the file, or export it again.`
}

/** Such a message has no line, but quotes the text around the character. */
function misplaced(message: string): string | undefined {
  const found = /^Unexpected token '(.+?)', (?:\.\.\.)?"(.*)"(?:\.\.\.)? is not valid JSON$/su.exec(
    message,
  )
  return found
    ? `The character “${found[1]}” is in the wrong place near “${found[2]?.trim()}”.`
    : undefined
}

/** Undefined if the text ends early. */
function placed(message: string): string | undefined {
  const place = /\(line \d+ column \d+\)$/.exec(message)?.[0]
  if (place === undefined || message.startsWith('Unterminated')) return undefined
  const what = REASONS.find(([said]) => said.test(message))?.[1] ?? 'JSON doesn’t allow this'
  return `${what} ${place.replace(' column', ', column')}.`
}

const REASONS: [said: RegExp, what: string][] = [
  [
    /double-quoted|property name or/,
    'There is a comma too many, or a field name without straight double quotation marks',
  ],
  [/after (?:property value|array element)/, 'A comma or a closing bracket is missing'],
  [/after property name/, 'A colon is missing after a field name'],
  [/control character/, 'A text contains a line break or a tab'],
  [/escape/, 'A text contains a backslash that JSON doesn’t allow'],
  [/after JSON/, 'There is more text after the end of the content'],
  [/number|minus|fraction|decimal|exponent/i, 'A number is not written as JSON allows'],
]
