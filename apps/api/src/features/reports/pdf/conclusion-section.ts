import type { ReportSnapshot } from 'contract/reports'
import { nextInShort, stopsOf } from 'rules/band-sentences'
import { elementNames } from 'rules/element-names'
import { certifiedFigures, certifiedSentence } from 'rules/certified-labels'
import { gainFormat, stepsText } from 'rules/action-labels'
import type { Earlier } from 'rules/compare-reports'
import { type Words, markTitles, namesIn, titlesIn } from 'rules/mark-titles'
import { referenceOf } from 'rules/reference'
import { changeSentence, whatNext } from 'rules/report-conclusion'
import { reportFigures } from 'rules/report-figures'
import { headlineParts } from 'rules/report-labels'
import { breakable } from './breakable.ts'

/** What a report starts with: the result, the change since an earlier year, and what the next band takes. */
export function conclusionSection(snapshot: ReportSnapshot, earlier: Earlier | undefined) {
  const isCertification = snapshot.kind === 'certification'
  const headline = isCertification
    ? [{ text: certifiedSentence(snapshot), strong: false }]
    : headlineParts(snapshot)
  return {
    headline: markTitles(headline, titlesIn(snapshot)),
    change: isCertification ? certifiedNext(snapshot) : changeSentence(snapshot, earlier),
    figures: figures(snapshot, earlier),
    next: isCertification ? null : nextSection(snapshot),
    stops: isCertification ? null : stopsSection(snapshot),
  }
}

/** What the certified responses lack for the next band. */
function certifiedNext({ certification, certified }: ReportSnapshot) {
  return certification?.next ? nextInShort(certification.next, certified) : []
}

function figures(snapshot: ReportSnapshot, earlier: Earlier | undefined) {
  const isCertification = snapshot.kind === 'certification'
  const all = isCertification ? certifiedFigures(snapshot) : reportFigures(snapshot, earlier)
  const names = namesIn(snapshot)
  const words = (text: string) => markTitles([{ text, strong: false }], names)
  return all.map(({ kind, label, value, hint }) => ({
    kind,
    label: words(label),
    value: words(value).map((part): Words => ({ ...part, strong: true })),
    hint: words(hint),
  }))
}

function nextSection(snapshot: ReportSnapshot) {
  const next = whatNext(snapshot)
  if (!next) return null
  const gainOf = gainFormat(snapshot)
  const nameOf = elementNames(snapshot.elements)
  const elements = new Map(snapshot.elements.map((element) => [element.id, element]))
  return {
    ...next,
    actions: next.actions.map((action) => {
      const element = elements.get(action.element_id)
      const statement = element?.statements.find(({ id }) => id === action.statement_id)
      return {
        text: action.steps[0] ?? action.statement,
        reference: statement ? breakable(referenceOf(statement)) : '',
        element: element ? nameOf(element) : '',
        gain: `${gainOf(action)} points ${stepsText(action)}`.trimEnd(),
      }
    }),
  }
}

/** Why the next band isn't reached. */
function stopsSection(snapshot: ReportSnapshot) {
  const stops = stopsOf(snapshot)
  if (!stops) return null
  const nameOf = elementNames(snapshot.elements)
  return {
    ...stops,
    rows: stops.rows.map(({ statement, element, goal }) => ({
      text: statement.text,
      reference: breakable(referenceOf(statement)),
      element: nameOf(element),
      goal,
    })),
  }
}
