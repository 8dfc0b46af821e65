import Papa from 'papaparse'
import {
  type EmailList,
  type ListedEmail,
  guestAddress,
  hasAddress,
  parseEmailCells,
} from 'contract/email-list'
import { decodeText } from 'contract/decode-text'
import { HEADED, judgeHeading, plainHeading } from './address-headings.ts'
import { type OutsideRow, SAMPLE, addressCell, findTable, isTitle } from './address-rows.ts'

/** Two columns are as likely: the user decides. */
export const NOT_CHOSEN = -1

/** A CSV file as columns, and the one whose addresses are used. */
export interface AddressTable {
  columns: AddressColumn[]
  chosen: number
  /** What isn't used, because it is above, below or between the tables. */
  outside: OutsideRow[]
}

/** A row outside the table as it reads, and its addresses. */
export interface UnusedRow {
  number: number
  text: string
  emails: ListedEmail[]
}

interface AddressColumn {
  /** The heading, or the first cell if there are no headings. */
  heading: string
  cells: string[]
}

/** Nobody's organisation: addresses here say nothing about where a user works. */
const FREE_MAIL =
  /^(gmail|googlemail|outlook|hotmail|live|msn|yahoo|ymail|icloud|me|mac|aol|gmx|web|proton|protonmail|mail|t-online|freenet|orange|wanadoo|free|laposte|libero|uol|bol|terra|yandex|rambler|qq|163|126|naver|daum|hanmail)\.\w+(\.\w+)?$/i
/** Reads a file as spreadsheets and directories write it. `domains` are the organisation's own. Undefined if it isn't text. */
export function readAddressTable(
  bytes: ArrayBuffer,
  domains: readonly string[],
): AddressTable | undefined {
  // Some programs start with a line that names the separator.
  const text = decodeText(new Uint8Array(bytes)).text.replace(/^sep=.[\r\n]+/i, '')
  if (text.includes('\0')) return undefined
  const { rows, isHeaded, outside } = findTable(withLists(rowsOf(text)))
  const used = withSplitTexts(rows, isHeaded)
  const width = Math.max(0, ...used.map(({ length }) => length))
  const columns = Array.from({ length: width }, (_, at) => {
    const cells = used.map((row) => row[at]?.trim() ?? '')
    return { heading: cells[0] ?? '', cells: cells.slice(Number(isHeaded)).map(addressCell) }
  })
  return { columns, chosen: bestOf(columns, domains), outside }
}

const SEPARATORS = [undefined, ';', ',', '\t', '|']

/** The separator is guessed, unless another one stands beside fewer addresses, as in "Lovelace, Ada;ada@x.org". */
function rowsOf(text: string): string[][] {
  const split = (delimiter: string | undefined, preview: number) =>
    Papa.parse<string[]>(text, { delimiter, preview }).data
  const unclear = SEPARATORS.map((one) =>
    split(one, SAMPLE)
      .flat()
      .reduce((sum, cell) => sum + unclearLines(cell), 0),
  )
  return split(SEPARATORS[unclear.indexOf(Math.min(...unclear))], 0)
}

/**
 * Lines with several addresses and nothing else are a list. With as many in each line they are columns, of which one may
 * be someone else's.
 */
function withLists(rows: string[][]): string[][] {
  const filled = rows
    .map((row) => row.filter((cell) => cell.trim() !== ''))
    .filter((row) => row.length > 0)
  const [head = []] = filled
  const isHeaded = head.length === 1 && !head.some(hasAddress)
  const body = isHeaded ? filled.slice(1) : filled
  const isList = body.every((row) => row.every(hasAddress))
  const widths = new Set(body.map(({ length }) => length))
  if (!isList || (body.length > 1 && widths.size === 1)) return rows
  return [...(isHeaded ? [head] : []), ...body.flat().map((cell) => [cell])]
}

/** Lines with an address beside a separator, because a wrong one can join many rows into one cell. */
function unclearLines(cell: string): number {
  return cell.split(/[\r\n]+/).filter((line) => hasAddress(line) && isUnclear(line)).length
}

/** `"Lovelace, Ada" <ada@x.org>;` is clear. */
function isUnclear(line: string): boolean {
  const pieces = line.split(/[;,\t|]/).filter((piece) => piece.trim() !== '')
  if (pieces.every(hasAddress)) return false
  // A name before an address in brackets may have a comma.
  const bare = line.replaceAll(/"[^"]*"(?=\s?<)/g, '').replaceAll(/[^;|\t<>]*<[^<>]*>/g, '')
  return /[;,\t|]/.test(bare.replace(/[;,]\s*$/, ''))
}

/**
 * Rows that a separator in a text, as in "Lovelace, Ada", made longer than the headings: that text is one cell again.
 * Without headings that are repeated for a second table, and the title above them.
 */
function withSplitTexts([head = [], ...rows]: string[][], isHeaded: boolean): string[][] {
  if (!isHeaded) return [head, ...rows]
  const isNamed = head.map((heading) => judgeHeading(heading).headed === HEADED.known)
  const repeats = rows.map(
    (row) =>
      !row.some(hasAddress) &&
      head.some((name, at) => isNamed[at] && plainHeading(row[at] ?? '') === plainHeading(name)),
  )
  const own = rows.filter(
    (row, at) => !repeats[at] && !(repeats[at + 1] && isTitle(row) && !row.some(hasAddress)),
  )
  const whole = own.filter((row) => filledLength(row) <= head.length)
  const isAddress = isNamed.map((one, at) => one || hasAddresses(whole, at))
  // Cells beyond the headings are a list of addresses, unless each row has them: then they are a column without a name.
  const isVaried = new Set(own.map(filledLength)).size > 1
  const best = (row: string[]) =>
    (isVaried ? joinedList(row, isAddress) : undefined) ??
    fitted(row, isAddress) ??
    fitted(row, isNamed) ??
    row
  return [head, ...own.map(best)]
}

function filledLength(row: readonly string[]): number {
  return row.findLastIndex((cell) => cell.trim() !== '') + 1
}

/** Whatever its heading, because an address of someone else's must not move beside it. */
function hasAddresses(rows: readonly string[][], at: number): boolean {
  const cells = rows.flatMap((row) => row[at]?.trim() || [])
  return cells.filter(hasAddress).length * 2 > cells.length
}

/** The row with the addresses at its end in the last column, if that has addresses. */
function joinedList(row: string[], isAddress: readonly boolean[]): string[] | undefined {
  const last = isAddress.length - 1
  const list = row.slice(last).filter((cell) => cell.trim() !== '')
  return isAddress[last] && list.length > 1 && list.every(hasAddress)
    ? [...row.slice(0, last), list.join(', ')]
    : undefined
}

/** The row, or the first way to join a text in it, with nothing but addresses in their columns. */
function fitted(row: string[], isAddress: readonly boolean[]): string[] | undefined {
  const width = isAddress.length
  if (row.length <= width) return row
  const ways = [row]
  for (let length = Math.max(width, filledLength(row)); length <= row.length; length++)
    ways.push(...joinedTo(width, row.slice(0, length)))
  const addresses = (cells: string[]) =>
    cells.filter((cell, at) => isAddress[at] && cell.trim() !== '')
  const fits = ways.filter((cells) => addresses(cells).every(hasAddress))
  return fits.find((cells) => addresses(cells).length > 0) ?? fits[0]
}

/** The ways to join neighbours that are parts of a text, so that the row has this width. */
function joinedTo(width: number, row: string[]): string[][] {
  const parts = row.length - width + 1
  return Array.from({ length: width }, (_, at) => row.slice(at, at + parts)).flatMap((text, at) =>
    text.some((part) => part.trim() === '' || hasAddress(part))
      ? []
      : [[...row.slice(0, at), text.join(', '), ...row.slice(at + parts)]],
  )
}

/** The rows outside the table with addresses that aren't in its column. */
export function rowsOutside(table: AddressTable): UnusedRow[] {
  if (table.outside.length === 0) return []
  const used = new Set(addressesIn(table).emails.map(({ email }) => email.toLowerCase()))
  return table.outside
    .map(({ number, cells }) => ({
      number,
      text: cells.filter((cell) => cell.trim() !== '').join(', '),
      emails: parseEmailCells(cells.filter(hasAddress)).emails.filter(
        ({ email }) => !used.has(email.toLowerCase()),
      ),
    }))
    .filter(({ emails }) => emails.length > 0)
}

/** The addresses of a column, and how many rows have none. */
export function addressesIn({ columns, chosen }: AddressTable): EmailList & { without: number } {
  const cells = columns[chosen]?.cells ?? []
  return { ...parseEmailCells(cells), without: cells.filter((cell) => cell === '').length }
}

/** By heading first, then by how many users have an address at the organisation. None if two are as likely. */
function bestOf(columns: readonly AddressColumn[], domains: readonly string[]): number {
  const owned = new Set(domains.filter((one) => !FREE_MAIL.test(one)))
  const judged = columns.map(({ heading, cells }, at) => {
    const addresses = new Set(cells.filter(hasAddress).map(addressOf))
    const used = [...addresses].map((address) => address.slice(address.lastIndexOf('@') + 1))
    const isFree = used.every((one) => FREE_MAIL.test(one))
    const { headed, rank } = judgeHeading(hasAddress(heading) ? '' : heading)
    const own = used.filter((one) => owned.has(one)).length
    const count = addresses.size
    const score = [headed, own, Number(!isFree), rank]
    return { at, addresses, headed, count, own, isFree, name: plainHeading(heading), rank, score }
  })
  const [first, second] = judged
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => compare(b.score, a.score) || b.count - a.count)
  if (!first) return 0
  // Anyone who is named beside an empty column of addresses isn't meant, nor is a private address.
  const isAside = first.headed < HEADED.unknown
  if (isAside && judged.some(({ headed }) => headed === HEADED.known)) return NOT_CHOSEN
  const isDoubtful = (one: Judged) => isQualified(first, one) || isElsewhere(first, one)
  if (judged.some((one) => isDoubtful(one) && !hasAll(first, one))) return NOT_CHOSEN
  if (!second || compare(first.score, second.score) !== 0) return first.at
  // A few more addresses don't tell which column is meant.
  const isSame = hasAll(first, second)
  return isSame || second.count * 2 <= first.count ? first.at : NOT_CHOSEN
}

interface Judged {
  addresses: Set<string>
  headed: number
  own: number
  isFree: boolean
  name: string
  rank: number
}

/**
 * Addresses at the organisation that no heading names count more than a heading of addresses elsewhere. Beside addresses
 * of free mail they do whatever their heading is: Google's contacts number them.
 */
function isElsewhere(first: Judged, other: Judged): boolean {
  const isUnsaid =
    other.headed === HEADED.unknown || (first.isFree && other.headed === HEADED.private)
  return first.own === 0 && other.own > 0 && isUnsaid
}

/** "Teacher's email" beside "Email" can be anyone's, in any language, unless only those are at the organisation. */
function isQualified(first: Judged, plain: Judged): boolean {
  const isLonger = first.name !== plain.name && first.name.includes(plain.name)
  const isForWork = first.rank > plain.rank
  const isOwn = plain.own === 0 && first.own > 0
  return plain.headed === HEADED.known && isLonger && !isForWork && !isOwn
}

function hasAll(one: Judged, other: Judged): boolean {
  return [...other.addresses].every((address) => one.addresses.has(address))
}

function addressOf(cell: string): string {
  const bare = cell.replace(/^.*</, '').replace(/[>"\s]{1,9}$/, '')
  return guestAddress(bare).toLowerCase()
}

function compare(one: readonly number[], other: readonly number[]): number {
  const at = one.findIndex((value, index) => value !== other[index])
  return at === -1 ? 0 : (one[at] ?? 0) - (other[at] ?? 0)
}
