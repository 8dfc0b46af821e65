import type { ContentSetFile } from 'contract/content-format'

export function summaryOf(file: ContentSetFile) {
  const statements = file.elements.flatMap((element) => element.statements)
  return {
    title: file.title,
    language: file.language ?? null,
    elements: file.elements.length,
    statements: statements.length,
    responses: sumOf(statements, ({ responses }) => responses.length),
    report_bands: sumOf(file.elements, ({ reportBands = [] }) => reportBands.length),
    certification_bands: file.certificationBands.length,
    set_responses: file.responses?.length ?? 0,
    groups: file.groups?.length ?? 0,
    element_bands: file.elementBands?.length ?? 0,
    scale: file.scale ?? [],
    outline: file.elements.map(({ title, statements }) => ({
      title,
      statements: statements.length,
    })),
  }
}

function sumOf<Item>(items: readonly Item[], count: (item: Item) => number) {
  return items.reduce((sum, item) => sum + count(item), 0)
}
