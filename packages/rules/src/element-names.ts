import { referenceOf } from './reference.ts'
import { sameText } from 'contract/same-text'

interface Titled {
  key: string
  number: number | string
  title: string
}

/** Names these elements where only the title is shown: with its reference if another one has the same title. */
export function elementNames(elements: readonly Titled[]): (element: Titled) => string {
  const sameTitles = Map.groupBy(elements, ({ title }) => comparable(title))
  return (element) =>
    (sameTitles.get(comparable(element.title))?.length ?? 0) > 1
      ? `${referenceOf(element)} ${element.title}`
      : element.title
}

/** Readers don't tell "Risk" from "RISK ". */
function comparable(title: string): string {
  return sameText(title).normalize('NFKC').toLowerCase()
}
