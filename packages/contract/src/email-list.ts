import { Email } from './fields.ts'

/** An address of a list, and what is wrong with it. */
export type ListedEmail = { email: string; fault: string | null }

/** More can't be invited together, so the rest of a longer list isn't read. */
const MAX_LISTED = 1000

/** Pasted addresses, separated by commas, semicolons or line breaks, also as `Name <a@b.org>`. */
export function parseEmails(pasted: string): ListedEmail[] {
  return listed(split(visible(pasted), ',;\r\n\t'))
}

/** The addresses of a CSV file: its email column, otherwise its first one. */
export function parseEmailsOfCsv(file: string): ListedEmail[] {
  // Some programs start with a line that names the separator.
  const text = visible(file).replace(/^sep=.[\r\n]+/i, '')
  const lines = [...new Set(split(text, '\r\n'))].filter((line) => line !== '')
  const separator = [';', '\t'].find((one) => lines[0]?.includes(one)) ?? ','
  const rows = lines.map((line) => split(line, separator))
  const named = (rows[0] ?? []).flatMap((cell, column) =>
    /mail/i.test(cell) && !cell.includes('@') ? [column] : [],
  )
  const withAddresses = new Set(rows.flatMap((row) => columnsWithAt(row)))
  // Prefers a column with addresses, because `Mailing list` matches too.
  const column = named.find((one) => withAddresses.has(one)) ?? named[0] ?? 0
  return listed(
    (named.length === 0 ? rows : rows.slice(1)).map((row) => unquoted(row[column] ?? '')),
  )
}

function columnsWithAt(row: string[]): number[] {
  return row.flatMap((cell, column) => (cell.includes('@') ? [column] : []))
}

/** Copied texts contain invisible characters, and files a byte order mark. */
function visible(text: string): string {
  return text.replaceAll(/\p{Cf}/gu, '')
}

/** The distinct addresses of these texts, ignoring case. */
function listed(pieces: readonly string[]): ListedEmail[] {
  const distinct = new Map<string, string>()
  // Each text once, because a long list may repeat one, for example an empty one.
  for (const piece of new Set(pieces)) {
    for (const email of addressesOf(piece)) {
      const norm = email.toLowerCase()
      if (email !== '' && !distinct.has(norm)) distinct.set(norm, email)
      if (distinct.size === MAX_LISTED) return [...distinct.values()].map(judged)
    }
  }
  return [...distinct.values()].map(judged)
}

function judged(email: string): ListedEmail {
  return { email, fault: faultOf(email) }
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
  return [...plain.matchAll(/<([^<>]*)>|[^\s<>]+/g)]
    .filter(([word, inBrackets]) => inBrackets !== undefined || word.includes('@'))
    .map(([word, inBrackets]) => (inBrackets ?? word).trim())
    .filter((word) => word !== '')
}

function unquoted(cell: string): string {
  const text = cell.trim()
  return /^"[^]*"$/.test(text) ? text.slice(1, -1).replaceAll('""', '"').trim() : text
}

/** Splits outside quotation marks, because names and cells may contain the separator. */
function split(text: string, separators: string, isQuoting = true): string[] {
  const pieces: string[] = []
  let start = 0
  let isQuoted = false
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at)
    if (character === '"') isQuoted = isQuoting && !isQuoted
    if (isQuoted || !separators.includes(character)) continue
    pieces.push(text.slice(start, at))
    start = at + 1
  }
  // An unclosed quotation mark is part of a name: `O"Brien`.
  if (isQuoted) return split(text, separators, false)
  return [...pieces, text.slice(start)]
}
