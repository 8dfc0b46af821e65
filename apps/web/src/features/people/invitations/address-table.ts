import Papa from 'papaparse'
import { type EmailList, hasAddress, parseEmailCells } from 'contract/email-list'
import { decodeText } from '#core/decode-text.ts'
import { HEADED, judgeHeading } from './address-headings.ts'

/** Two columns are as likely: the user decides. */
export const NOT_CHOSEN = -1

/** A CSV file as columns, and the one whose addresses are used. */
export interface AddressTable {
  columns: AddressColumn[]
  chosen: number
}

interface AddressColumn {
  /** The heading, or the first cell if there are no headings. */
  heading: string
  cells: string[]
}

/** Nobody's organisation: addresses here say nothing about where a user works. */
const FREE_MAIL =
  /^(gmail|googlemail|outlook|hotmail|live|msn|yahoo|ymail|icloud|me|mac|aol|gmx|web|proton|protonmail|mail|t-online|freenet|orange|wanadoo|free|laposte|libero|uol|bol|terra|yandex|rambler|qq|163|126|naver|daum|hanmail)\.\w+(\.\w+)?$/i
/** What people write where there is no address. */
const NO_ADDRESS =
  /^([^\p{L}\p{N}]*|#?n[/.]?a\.?|#n\/v|none|null|nil|undefined|unknown|no e-?mail|not available|x|kein[es]?|keine e-?mail|k\.\s?a\.|ohne|unbekannt|aucune?|néant|ningun[oa]|no tiene|nenhuma?|não tem|nessun[oa]|geen|ingen|brak|žádný|nincs|yok|нет|немає|无|無|なし|없음|لا يوجد|אין)$/iu

/** Reads a file as spreadsheets and directories write it. `domains` are the organisation's own. Undefined if it isn't text. */
export function readAddressTable(
  bytes: ArrayBuffer,
  domains: readonly string[],
): AddressTable | undefined {
  // Some programs start with a line that names the separator.
  const text = decodeText(new Uint8Array(bytes)).text.replace(/^sep=.[\r\n]+/i, '')
  if (text.includes('\0')) return undefined
  const { data: rows } = Papa.parse<string[]>(text, { skipEmptyLines: 'greedy' })
  const head = headAt(rows)
  const width = Math.max(0, ...rows.map(({ length }) => length))
  const columns = Array.from({ length: width }, (_, at) => {
    const cells = rows.slice(Math.max(0, head)).map((row) => row[at]?.trim() ?? '')
    const addresses = cells.slice(Number(head >= 0))
    return {
      heading: cells[0] ?? '',
      cells: addresses.map((cell) => (NO_ADDRESS.test(cell) ? '' : cell)),
    }
  })
  return { columns, chosen: bestOf(columns, domains) }
}

/** How many rows may be above the headings. */
const MOST_ABOVE = 10

/** The row with the headings, which may be below a title; -1 without one. */
function headAt(rows: readonly string[][]): number {
  const first = rows.slice(0, MOST_ABOVE).findIndex((row) => !isTitle(row))
  const candidates = rows
    .slice(0, first === -1 ? MOST_ABOVE : first + 1)
    .map((row, at) => ({ at, score: row.some(hasAddress) ? -1 : headScore(row) }))
  const [best] = candidates.toSorted((one, other) => other.score - one.score)
  return best && best.score >= 0 ? best.at : -1
}

/** A title or a remark is in one cell, and is no address to invite. */
function isTitle(row: readonly string[]): boolean {
  const cells = filled(row)
  const { emails } = parseEmailCells(cells)
  return cells.length <= 1 && emails.every(({ fault }) => fault !== null)
}

function headScore(row: readonly string[]): number {
  const isKnown = row.some((cell) => judgeHeading(cell).headed === HEADED.known)
  return 2 * Number(isKnown) + Number(filled(row).length > 1)
}

function filled(row: readonly string[]): string[] {
  return row.filter((cell) => cell.trim() !== '')
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
    return { at, addresses, headed, count, score: [headed, own, Number(!isFree), rank] }
  })
  const [first, second] = judged
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => compare(b.score, a.score) || b.count - a.count)
  if (!first) return 0
  // Anyone who is named beside an empty column of addresses isn't meant.
  const isOfOthers = first.headed === HEADED.others
  if (isOfOthers && judged.some(({ headed }) => headed === HEADED.known)) return NOT_CHOSEN
  if (!second || compare(first.score, second.score) !== 0) return first.at
  // A few more addresses don't tell which column is meant.
  const isSame = [...second.addresses].every((address) => first.addresses.has(address))
  return isSame || second.count * 2 <= first.count ? first.at : NOT_CHOSEN
}

function addressOf(cell: string): string {
  return cell
    .toLowerCase()
    .replace(/^.*</, '')
    .replace(/[>"\s]{1,9}$/, '')
}

function compare(one: readonly number[], other: readonly number[]): number {
  const at = one.findIndex((value, index) => value !== other[index])
  return at === -1 ? 0 : (one[at] ?? 0) - (other[at] ?? 0)
}
