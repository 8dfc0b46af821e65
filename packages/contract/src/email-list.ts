import { Email } from './fields.ts'
import { withoutUnseen } from './same-text.ts'

/** An address of a list, and what is wrong with it. */
export type ListedEmail = { email: string; fault: string | null }

export type EmailList = {
  emails: ListedEmail[]
  /** Of all distinct addresses. More than 1,000 aren't listed. */
  count: number
}

/** More can't be invited together, and would take long to show. */
const MAX_LISTED = 1000

/** Pasted addresses, separated by commas, semicolons or line breaks, also as `Name <a@b.org>`. */
export function parseEmails(pasted: string): EmailList {
  return listed(split(visible(pasted), ',;\r\n\t'))
}

/** The addresses of the cells of a table. Each cell once, because many are empty or equal. */
export function parseEmailCells(cells: readonly string[]): EmailList {
  return listed([...new Set(cells)].flatMap((cell) => addressCells(unquoted(visible(cell)))))
}

/** A cell may hold several addresses. Without a second @, a separator belongs to a name. */
function addressCells(cell: string): string[] {
  const hasSeveral = /@[^]*@/.test(cell) && !/<[^<>]*>/.test(cell)
  // Google's exports part several values with three colons.
  const values = cell.replaceAll(':::', ';')
  return (hasSeveral ? split(values, ',;|\r\n\t') : [cell]).map((piece) =>
    piece.trim().replace(/^'?(mailto|smtp):/i, ''),
  )
}

/** Whether a text has an address in it. */
export function hasAddress(text: string): boolean {
  const at = text.indexOf('@')
  return at > 0 && /^\S@[^\s@]{1,250}\.[^\s@]/.test(text.slice(at - 1, at + 255))
}

/** Copied texts contain invisible characters, and files a byte order mark. */
function visible(text: string): string {
  return withoutUnseen(text)
}

/** The distinct addresses of these texts, ignoring case. */
function listed(pieces: readonly string[]): EmailList {
  const distinct = new Map<string, string>()
  for (const piece of new Set(pieces)) {
    for (const email of addressesOf(piece)) {
      const norm = email.toLowerCase()
      if (email !== '' && !distinct.has(norm)) distinct.set(norm, email)
    }
  }
  const emails = [...distinct.values()].slice(0, MAX_LISTED).map(judged)
  return { emails, count: distinct.size }
}

/** Nobody reads mails to such a name. */
const GUEST = /#EXT#@/i

function judged(email: string): ListedEmail {
  return { email, fault: faultOf(email) }
}

function faultOf(email: string): string | null {
  const { error } = Email.safeParse(email)
  if (!error && !GUEST.test(email)) return null
  if (GUEST.test(email))
    return `${email} is a guest’s user name in a directory. Enter the guest’s own email address`
  if (!email.includes('@')) return `${email} is missing an @`
  return /^[^@\s]+@[\w-]+$/.test(email)
    ? `${email} is missing its ending, for example .org`
    : `${email} is not a valid email address`
}

/** The text in angle brackets, otherwise every word with an @, otherwise everything. */
function addressesOf(piece: string): string[] {
  return written(piece).map(guestAddress)
}

/** A directory of Microsoft names guests `anna_partner.com#EXT#@tenant.onmicrosoft.com`. */
export function guestAddress(address: string): string {
  const [, name, domain] = /^(.+)_([\w-]+(?:\.[\w-]+)+)#EXT#@/i.exec(address) ?? []
  return name === undefined ? address : `${name}@${domain}`
}

function written(piece: string): string[] {
  const named = besideNames(piece)
  if (named.length > 0) return named
  const text = unquoted(piece)
  const words = text.split(/\s+/)
  return words.every((word) => word.includes('@')) ? words.map(bare) : [text]
}

/** Without a spreadsheet's sign of a text, and the end of a sentence or of a list. */
function bare(word: string): string {
  return word.replace(/^'(.*?)'?$/, '$1').replace(/[.,;]+$/, '')
}

/** Addresses may be separated by spaces only: `a@x.org Ada <b@x.org>`. */
function besideNames(piece: string): string[] {
  // Quotation marks around an address in brackets belong to two names.
  const plain = piece.replaceAll(/"(?:(?!<[^<>"]*@)[^"])*"/g, ' ')
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
    if (at > start) pieces.push(text.slice(start, at))
    start = at + 1
  }
  // An unclosed quotation mark is part of a name: `O"Brien`.
  if (isQuoted) return split(text, separators, false)
  return [...pieces, text.slice(start)]
}
