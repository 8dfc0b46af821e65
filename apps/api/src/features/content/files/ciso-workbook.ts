import type { Sheet } from '#support/read-workbook.ts'

type Row = Record<string, unknown>

/** The sheets of a library's workbook as the object that its YAML would have. */
export function libraryOfSheets(sheets: readonly Sheet[]): unknown {
  const tables = new Map(sheets.map(({ sheet, rows }) => [sheet.trim().toLowerCase(), rows]))
  const metas = [...tables].flatMap(([name, rows]) => {
    if (!name.endsWith('_meta')) return []
    const content = tables.get(name.replace(/_meta$/, '_content'))
    return [{ fields: withTranslations(fieldsOf(rows)), rows: content ? rowsOf(content) : [] }]
  })
  const ofType = (type: string) => metas.filter(({ fields }) => fields['type'] === type)
  const named = (type: string, name: unknown) =>
    ofType(type).find(({ fields }) => fields['name'] === name)?.rows
  const frameworks = ofType('framework').map(({ fields, rows }) => ({
    ...fields,
    min_score: numberOf(fields['min_score']),
    max_score: numberOf(fields['max_score']),
    scores_definition: named('scores', fields['scores_definition'])?.flatMap((row) => {
      const score = numberOf(row['score'])
      return score === undefined ? [] : [{ ...row, score }]
    }),
    implementation_groups_definition: named(
      'implementation_groups',
      fields['implementation_groups_definition'],
    ),
    requirement_nodes: nodesOf(rows),
  }))
  const others = ['threats', 'reference_controls', 'risk_matrix', 'requirement_mapping_set']
  const objects = others.flatMap((type) => (ofType(type).length > 0 ? [[type, []]] : []))
  const library = metas.find(({ fields }) => fields['type'] === 'library')?.fields
  return { ...library, objects: { ...Object.fromEntries(objects), framework: frameworks } }
}

type Cells = Sheet['rows']

const shownIn = (cells: Cells[number]['cells'], column: number) => cells.get(column)?.shown.trim()

function fieldsOf(rows: Cells): Row {
  return Object.fromEntries(
    rows.flatMap(({ cells }) => {
      const name = shownIn(cells, 0)?.toLowerCase()
      const value = shownIn(cells, 1)
      return name && value ? [[name, value]] : []
    }),
  )
}

function rowsOf([head, ...rows]: Cells): Row[] {
  const names = [...(head?.cells ?? [])].map(
    ([column, { shown }]) => [column, shown.trim().toLowerCase()] as const,
  )
  return rows.flatMap(({ cells }) => {
    const fields = names.flatMap(([column, name]) => {
      const value = shownIn(cells, column)
      return value ? [[name, value] as const] : []
    })
    return fields.length === 0 ? [] : [withTranslations(Object.fromEntries(fields))]
  })
}

const TRANSLATED = /^(\w+)\[([\w-]+)\]$/

/** Fields such as `name[fr]` are translations of others. */
function withTranslations(row: Row): Row {
  const translations = new Map<string, Row>()
  for (const [name, value] of Object.entries(row)) {
    const [, field, language] = TRANSLATED.exec(name) ?? []
    if (field !== undefined && language !== undefined)
      translations.set(language, { ...translations.get(language), [field]: value })
  }
  return { ...row, translations: Object.fromEntries(translations) }
}

/** The parent of a row is the last one above it of a smaller depth. */
function nodesOf(rows: readonly Row[]) {
  const open: { depth: number; urn: string }[] = []
  return rows.map((row, index) => {
    const depth = numberOf(row['depth']) ?? 1
    const urn = `row-${index}`
    while ((open.at(-1)?.depth ?? 0) >= depth) open.pop()
    const parent_urn = open.at(-1)?.urn
    open.push({ depth, urn })
    return {
      ...row,
      urn,
      parent_urn,
      assessable: row['assessable'] !== undefined,
      weight: numberOf(row['weight']),
      implementation_groups: listOf(row['implementation_groups'], /,/),
      threats: listOf(row['threats'], /[\s,]+/),
      reference_controls: listOf(row['reference_controls'], /[\s,]+/),
    }
  })
}

function numberOf(value: unknown) {
  const number = Number(value)
  return value === undefined || Number.isNaN(number) ? undefined : number
}

function listOf(value: unknown, separator: RegExp) {
  const parts = (typeof value === 'string' ? value : '').split(separator)
  return parts.map((part) => part.trim()).filter((part) => part !== '')
}
