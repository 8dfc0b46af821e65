import { searchNorm } from 'contract/search-norm'
import { referenceOf } from 'rules/reference'
import type { ListedElement } from './element-groups.ts'

type Findable = ListedElement & {
  statements?: readonly { key: string; number: number | string; text: string }[]
}

/** Elements with the text in their reference, title or group; with `inStatements` also in a statement. */
export function findElements<Element extends Findable>(
  elements: readonly Element[],
  text: string,
  { inStatements = false } = {},
): Element[] {
  const query = searchNorm(text.trim())
  const has = (...texts: (string | null)[]) => searchNorm(texts.join('\n')).includes(query)
  return elements.filter(
    (element) =>
      has(`${referenceOf(element)} ${element.title}`, element.group) ||
      (inStatements &&
        element.statements?.some((statement) => has(referenceOf(statement), statement.text))),
  )
}
