import { hasAddress, parseEmailCells } from 'contract/email-list'
import { HEADED, judgeHeading, plainHeading } from './address-headings.ts'

/** A row of the file outside the table, with its number. */
export interface OutsideRow {
  number: number
  cells: string[]
}

export interface FoundTable {
  /** The headings first, if there are any. */
  rows: string[][]
  isHeaded: boolean
  /** Those with an address. */
  outside: OutsideRow[]
}

/** Places of rows: of the headings, if there are any, and of what is below them. */
interface Table {
  head?: number
  places: number[]
}

/** How many rows below headings tell whether they name addresses. */
export const SAMPLE = 200

/** What people write where there is no address. */
const NO_ADDRESS =
  /^([^\p{L}\p{N}]*|#?n[/.]?a\.?|#n\/v|none|null|nil|undefined|unknown|no (e-?)?mail|not available|x|kein[es]?|keine e-?mail|k\.\s?a\.|ohne|unbekannt|aucune?|néant|ningun[oa]|no tiene|nenhuma?|não tem|nessun[oa]|geen|ingen|brak|žádný|nincs|yok|нет|немає|无|無|なし|없음|لا يوجد|אין)$/iu

/**
 * Of the tables in a file, the one with the most addresses; of equal ones the last, because summaries come first. A table
 * begins with headings that name addresses, and ends at an empty row. What is outside is never used unasked.
 */
export function findTable(rows: readonly string[][]): FoundTable {
  const [table = { places: [] }] = tablesIn(rows).toSorted(
    (one, other) =>
      countIn(rows, other) - countIn(rows, one) || (other.places[0] ?? 0) - (one.places[0] ?? 0),
  )
  const places = new Set([table.head, ...table.places])
  const own = (place: number) => rows[place] ?? []
  return {
    rows: [...(table.head === undefined ? [] : [own(table.head)]), ...table.places.map(own)],
    isHeaded: table.head !== undefined,
    outside: rows.flatMap((cells, place) =>
      !places.has(place) && cells.some(hasAddress) ? [{ number: place + 1, cells }] : [],
    ),
  }
}

function tablesIn(rows: readonly string[][]): Table[] {
  const named = namedHeads(rows)
  const heads = named.length > 0 ? named : titledHead(rows)
  const endsAtEmpty = isDense(rows)
  if (heads.length === 0) return blocksIn(rows, { from: 0, to: rows.length, endsAtEmpty })
  const tables = heads.map((head, at): Table => {
    const to = heads[at + 1] ?? rows.length
    const [block = { places: [] }] = blocksIn(rows, { from: head + 1, to, endsAtEmpty })
    const isFollowed = to < rows.length
    return { head, places: isFollowed ? withoutTitles(rows, block.places) : block.places }
  })
  // Headings that are repeated on each page belong to one table.
  const same = Map.groupBy(tables, ({ head = 0 }) => plainRow(rows[head]))
  return [...same.values()].map(([first, ...others]) => ({
    ...(first?.head !== undefined && { head: first.head }),
    places: [first, ...others].flatMap((one) => one?.places ?? []),
  }))
}

/** Whether empty rows end something: not in a list of one column, and not if there is one below each row. */
function isDense(rows: readonly string[][]): boolean {
  return rows.some((row, place) => isWide(row) && filled(rows[place + 1] ?? []).length > 0)
}

/** The rows between empty ones. */
function blocksIn(
  rows: readonly string[][],
  { from, to, endsAtEmpty }: { from: number; to: number; endsAtEmpty: boolean },
): Table[] {
  const blocks: Table[] = []
  let isOpen = false
  for (let place = from; place < to; place++) {
    const isEmpty = filled(rows[place] ?? []).length === 0
    if (isEmpty) isOpen = isOpen && !endsAtEmpty
    else if (isOpen) blocks.at(-1)?.places.push(place)
    else blocks.push({ places: [place] })
    isOpen = isOpen || !isEmpty
  }
  return blocks
}

function withoutTitles(rows: readonly string[][], places: readonly number[]): number[] {
  const last = places.findLastIndex((place) => !isTitle(rows[place] ?? []))
  return places.slice(0, last + 1)
}

function countIn(rows: readonly string[][], { places }: Table): number {
  return new Set(places.flatMap((place) => rows[place]?.filter(hasAddress) ?? [])).size
}

/** Headings of an address, or else of other people's. After the first ones, they are below a title or an empty row. */
function namedHeads(rows: readonly string[][]): number[] {
  const judge = rememberedRank()
  const columns = columnsOfAddresses(rows)
  const ranks = rows.map((row, place) => {
    if (row.some(hasAddress)) return 0
    const below = rows.slice(place + 1, place + 1 + SAMPLE)
    const named = columns.filter((at) => below.some((other) => hasAddress(other[at] ?? '')))
    return Math.max(0, ...named.map((at) => judge(row[at] ?? '')))
  })
  const best = ranks.reduce((one, other) => Math.max(one, other), 0)
  const heads = ranks.flatMap((rank, place) => (best > 0 && rank === best ? [place] : []))
  return heads.filter((place, at) => at === 0 || isTitle(rows[place - 1] ?? []))
}

function columnsOfAddresses(rows: readonly string[][]): number[] {
  const found = rows.flatMap((row) => row.flatMap((cell, at) => (hasAddress(cell) ? [at] : [])))
  return [...new Set(found)]
}

function rememberedRank() {
  const known = new Map<string, number>()
  return (cell: string): number => {
    const rank = known.get(cell) ?? rankOf(cell)
    known.set(cell, rank)
    return rank
  }
}

function rankOf(cell: string): number {
  if (NO_ADDRESS.test(cell.trim())) return 0
  const { headed } = judgeHeading(cell)
  if (headed === HEADED.unknown) return 0
  return headed === HEADED.known ? 2 : 1
}

/** Headings of any other kind are the first row that is no title. */
function titledHead(rows: readonly string[][]): number[] {
  const places = rows.flatMap((row, place) => (filled(row).length > 0 ? [place] : []))
  const first = places.findIndex((place) => !isTitle(rows[place] ?? []))
  const candidates = places.slice(0, (first === -1 ? places.length : first) + 1).filter((place) => {
    return !rows[place]?.some(hasAddress)
  })
  return candidates
    .toSorted((one, other) => Number(isWide(rows[other])) - Number(isWide(rows[one])))
    .slice(0, 1)
}

function isWide(row: readonly string[] = []): boolean {
  return filled(row).length > 1
}

/** A title or a remark is in one cell, and is no address to invite. */
export function isTitle(row: readonly string[]): boolean {
  const cells = filled(row)
  const { emails } = parseEmailCells(cells)
  return cells.length <= 1 && emails.every(({ fault }) => fault !== null)
}

function filled(row: readonly string[]): string[] {
  return row.filter((cell) => cell.trim() !== '')
}

function plainRow(row: readonly string[] = []): string {
  return row.map(plainHeading).join('\n')
}

/** The cell, or nothing if it says that there is no address. */
export function addressCell(cell: string): string {
  return NO_ADDRESS.test(cell) ? '' : cell
}
