import type { ReportElement } from 'contract/reports'
import { searchNorm } from 'contract/search-norm'
import { referenceOf } from 'rules/reference'

/** Elements with the text in their reference, title or group; with `inStatements` also in a statement. */
export function findElements(
  elements: readonly ReportElement[],
  text: string,
  { inStatements = false } = {},
): ReportElement[] {
  const query = searchNorm(text.trim())
  const has = (...texts: (string | null)[]) => searchNorm(texts.join('\n')).includes(query)
  return elements.filter(
    (element) =>
      has(referenceOf(element), element.title, element.group) ||
      (inStatements &&
        element.statements.some((statement) => has(referenceOf(statement), statement.text))),
  )
}
