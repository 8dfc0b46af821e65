import { compareEditions } from 'contract/compare-editions'
import type { ContentSetFile } from 'contract/content-format'
import type { Preview } from './imports.queries.ts'

/** What a file would make, counted; against the edition whose next version it becomes. */
export function previewOf(file: ContentSetFile, before: ContentSetFile | undefined): Preview {
  const statements = file.elements.flatMap((element) => element.statements)
  return {
    title: file.title,
    elements: file.elements.length,
    statements: statements.length,
    responses: sumOf(statements, ({ responses }) => responses.length),
    report_bands: sumOf(file.elements, ({ reportBands = [] }) => reportBands.length),
    certification_bands: file.certificationBands.length,
    scale: file.scale ?? [],
    outline: file.elements.map(({ title, statements }) => ({
      title,
      statements: statements.length,
    })),
    ...(before ? changesOf(before, file) : { added: 0, changed: 0, removed: 0 }),
  }
}

/** A statement that only moved to another element counts as changed. */
function changesOf(before: ContentSetFile, after: ContentSetFile) {
  const { added, changed, removed, moved } = compareEditions(before, after)
  const different = new Set([...changed, ...moved].map(({ key }) => key))
  return { added: added.length, changed: different.size, removed: removed.length }
}

function sumOf<Item>(items: readonly Item[], count: (item: Item) => number) {
  return items.reduce((sum, item) => sum + count(item), 0)
}
