import type { ImportFindings } from 'contract/content-imports'
import { localKeys, storeQuietly } from '#core/storage-keys.ts'

export type Columns = NonNullable<ImportFindings['choices']['columns']>
export type TableField = Columns[number]

/** Files whose columns have the same names are of one shape. */
export function shapeOf(headings: readonly string[]): string {
  let hash = 5381
  for (const character of JSON.stringify(headings))
    hash = (Math.imul(hash, 33) ^ (character.codePointAt(0) ?? 0)) >>> 0
  return `table ${headings.length} ${hash.toString(36)}`
}

/** How the columns of such a file were assigned on this device. */
export function rememberedColumns(headings: readonly string[]): Columns | undefined {
  const columns = stored()[shapeOf(headings)]
  return Array.isArray(columns) && columns.length === headings.length
    ? (columns as Columns)
    : undefined
}

/** Older files are forgotten. */
const MOST = 100

export function rememberColumns(headings: readonly string[], columns: Columns) {
  const shape = shapeOf(headings)
  const { [shape]: _, ...others } = stored()
  const kept = Object.entries(others).slice(-MOST)
  const all = { ...Object.fromEntries(kept), [shape]: columns }
  storeQuietly(localStorage, localKeys.columns, JSON.stringify(all))
}

function stored(): Record<string, unknown> {
  try {
    return { ...(JSON.parse(localStorage.getItem(localKeys.columns) ?? '{}') as object) }
  } catch {
    return {}
  }
}

/** Fields that only one column can be. */
const SINGLE = new Set<TableField>([
  'text',
  'key',
  'element',
  'shortTitle',
  'evidenceExample',
  'weight',
])

/** Gives a column its field, and takes it from the column that had it. */
export function withColumn(columns: Columns, at: number, field: TableField): Columns {
  return columns.map((before, index) => {
    if (index === at) return field
    return before === field && SINGLE.has(field) ? 'ignored' : before
  })
}
