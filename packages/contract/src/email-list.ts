import { Email } from './fields.ts'

/** An address of a list, and what is wrong with it. */
export type ListedEmail = { email: string; fault: string | null }

/** Pasted addresses, separated by commas, semicolons or line breaks, also as `Name <a@b.org>`. */
export function parseEmails(pasted: string): ListedEmail[] {
  return listed(split(visible(pasted), /[,;\r\n\t]/).flatMap(addressesOf))
}

/** The addresses of a CSV file: its email column, otherwise its first one. */
export function parseEmailsOfCsv(file: string): ListedEmail[] {
  // Some programs start with a line that names the separator.
  const text = visible(file).replace(/^sep=.[\r\n]+/i, '')
  const separator = /^[^\r\n]*;/.test(text) ? ';' : /^[^\r\n]*\t/.test(text) ? '\t' : ','
  const rows = split(text, /[\r\n]/).map((line) => split(line, separator).map(unquoted))
  const named = (rows[0] ?? []).flatMap((cell, column) =>
    /^[^@]*mail[^@]*$/i.test(cell) ? [column] : [],
  )
  // Prefers a column with addresses, because `Mailing list` matches too.
  const column = named.find((one) => rows.some((row) => row[one]?.includes('@'))) ?? named[0] ?? 0
  const cells = (named.length === 0 ? rows : rows.slice(1)).map((row) => row[column] ?? '')
  return listed(cells.flatMap(addressesOf))
}

/** Copied texts contain invisible characters, and files a byte order mark. */
function visible(text: string): string {
  return text.replaceAll(/\p{Cf}/gu, '')
}

/** Duplicates are removed, ignoring case. */
function listed(emails: readonly string[]): ListedEmail[] {
  const distinct = new Map<string, string>()
  for (const email of emails) {
    const norm = email.toLowerCase()
    if (email !== '' && !distinct.has(norm)) distinct.set(norm, email)
  }
  return [...distinct.values()].map((email) => ({ email, fault: faultOf(email) }))
}

function faultOf(email: string): string | null {
  const { error } = Email.safeParse(email)
  if (!error) return null
  if (!email.includes('@')) return `${email} is missing an @`
  return /^[^@\s]+@[\w-]+$/.test(email)
    ? `${email} is missing its ending, for example .org`
    : `${email} is not a full email address`
}

/** The text in angle brackets, otherwise every word with an @, otherwise everything. */
function addressesOf(piece: string): string[] {
  const named = besideNames(piece)
  if (named.length > 0) return named
  const text = unquoted(piece)
  const words = text.split(/\s+/)
  return words.every((word) => word.includes('@')) ? words : [text]
}

/** Addresses may be separated by spaces only: `a@x.org Ada <b@x.org>`. */
function besideNames(piece: string): string[] {
  const plain = piece.replaceAll(/"[^"]*"/g, ' ')
  if (!/<[^<>]*>/.test(plain)) return []
  return [...plain.matchAll(/<([^<>]*)>|[^\s<>]*@[^\s<>]*/g)]
    .map(([word, inBrackets]) => (inBrackets ?? word).trim())
    .filter((word) => word !== '')
}

function unquoted(cell: string): string {
  const text = cell.trim()
  return /^"[^]*"$/.test(text) ? text.slice(1, -1).replaceAll('""', '"').trim() : text
}

/** Splits outside quotation marks, because names and cells may contain the separator. */
function split(text: string, separator: string | RegExp): string[] {
  const pieces = ['']
  let isQuoted = false
  for (const character of text) {
    if (character === '"') isQuoted = !isQuoted
    const isSeparator =
      typeof separator === 'string' ? character === separator : separator.test(character)
    if (isSeparator && !isQuoted) pieces.push('')
    else pieces.push((pieces.pop() ?? '') + character)
  }
  // An unclosed quotation mark is part of a name: `O"Brien`.
  return isQuoted ? text.split(separator) : pieces
}
