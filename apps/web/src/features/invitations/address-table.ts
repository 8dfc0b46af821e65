import Papa from 'papaparse'
import { type EmailList, hasAddress, parseEmailCells } from 'contract/email-list'

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

/** How exports and people name the column, in the languages of Europe and East Asia. */
const HEADINGS =
  /mail|courriel|correo|mél\b|e-?post|posta|pošta|poczt|ηλεκτρονικ|почт|пошт|имейл|بريد|דוא|ईमेल|メール|邮箱|邮件|郵箱|郵件|信箱|이메일|메일|อีเมล|^(user ?principal ?name|upn|user ?name|login)$/iu
/** Of addresses that are not the ones for work. */
const OTHER_HEADINGS =
  /alternat|recover|privat|personal|secondary|secund|home|other|backup|forward|manager|wiederherst|récup|recuper|perso|予備|备用|備用|보조/iu

/** Reads a file as spreadsheets and directories write it. `domain` is the organisation's own. Undefined if it isn't text. */
export function readAddressTable(
  bytes: ArrayBuffer,
  domain: string | undefined,
): AddressTable | undefined {
  // Some programs start with a line that names the separator.
  const text = decode(bytes).replace(/^sep=.[\r\n]+/i, '')
  if (text.includes('\0')) return undefined
  const { data: rows } = Papa.parse<string[]>(text, { skipEmptyLines: 'greedy' })
  const hasHeadings = !rows[0]?.some(hasAddress)
  const width = Math.max(0, ...rows.map(({ length }) => length))
  const columns = Array.from({ length: width }, (_, at) => {
    const cells = rows.map((row) => row[at]?.trim() ?? '')
    return { heading: cells[0] ?? '', cells: hasHeadings ? cells.slice(1) : cells }
  })
  return { columns, chosen: bestOf(columns, domain) }
}

/** The addresses of a column, and how many rows have none. */
export function addressesIn({ columns, chosen }: AddressTable): EmailList & { without: number } {
  const cells = columns[chosen]?.cells ?? []
  return { ...parseEmailCells(cells), without: cells.filter((cell) => cell === '').length }
}

/** A column with addresses at the organisation comes first, then its heading, then how many addresses it has. */
function bestOf(columns: readonly AddressColumn[], domain: string | undefined): number {
  const scores = columns.map(({ heading, cells }) => {
    const isOther = OTHER_HEADINGS.test(heading)
    const own = domain === undefined ? 0 : cells.filter((cell) => isAt(cell, domain)).length
    const count = cells.filter(hasAddress).length
    // An empty column is never the best, but a heading tells what was meant.
    return [own, Number(count > 0 && !isOther), Number(HEADINGS.test(heading) && !isOther), count]
  })
  const [best = 0] = columns
    .map((_, at) => at)
    .toSorted((a, b) => compare(scores[b] ?? [], scores[a] ?? []))
  return best
}

function isAt(cell: string, domain: string): boolean {
  return cell
    .toLowerCase()
    .replace(/[>"\s]{1,9}$/, '')
    .endsWith(`@${domain}`)
}

function compare(one: readonly number[], other: readonly number[]): number {
  const at = one.findIndex((value, index) => value !== other[index])
  return at === -1 ? 0 : (one[at] ?? 0) - (other[at] ?? 0)
}

/** Spreadsheets save CSV as UTF-8, as UTF-16 or in the encoding of Windows. */
function decode(bytes: ArrayBuffer): string {
  const [first, second] = new Uint8Array(bytes)
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
