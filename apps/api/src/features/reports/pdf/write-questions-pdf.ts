import type { PdfPrinter } from '#adapters/pdf.ts'
import type { Questions } from '#features/assessments/questions.ts'
import { printable } from '#features/reports/write-pdf.ts'
import { scopeText } from 'rules/scope'
import { scopeGroupsOf } from '#features/assessments/edition-for.ts'
import { ASSESSMENT_TYPE_LABELS } from 'contract/labels'
import { plural } from 'rules/plural'
import { referenceOf } from 'rules/reference'
import { lowestNumber, responseNumbers } from 'rules/response-numbers'
import { printLanguage } from './print-language.ts'
import { markdownBlocks } from './report-markdown.ts'
import { sizeOf } from './row-size.ts'
import { rowsTogether } from './rows-together.ts'

const QUESTIONS = new URL('./questions.typ', import.meta.url)

/** For the longest sets, which are printed in about ten seconds. */
const DEADLINE_MS = 60_000

/** All questions as A4 pages with boxes to tick, tagged for screen readers (PDF/UA-1). */
export function writeQuestionsPdf(printer: PdfPrinter, found: Questions, organisation: string) {
  const { language } = found.edition.set
  return printer.print(
    QUESTIONS,
    printable(pageOf(found, organisation), language ?? undefined),
    DEADLINE_MS,
  )
}

function pageOf({ year, type, edition, scope }: Questions, organisation: string) {
  const { set, elements } = edition
  const scopeNamed = scopeText(scopeGroupsOf(set), scope)
  const statements = Map.groupBy(edition.statements, ({ element_id }) => element_id)
  return {
    language: printLanguage(set.language),
    tenant: organisation,
    title: `Questions ${year}`,
    contentSet: set.title,
    meta: `${ASSESSMENT_TYPE_LABELS[type]}, ${scopeNamed === '' ? '' : `${scopeNamed}, `}${plural(edition.statements.length, { one: '# statement', other: '# statements' })}`,
    introduction: set.introduction === null ? [] : markdownBlocks(set.introduction),
    elements: elements.map(({ id, key, number, title, group, description }) => ({
      reference: referenceOf({ key, number }),
      title,
      group,
      description: description === null ? [] : markdownBlocks(description),
      statements: (statements.get(id) ?? []).map((statement) => ({
        ...printed(statement, lowestNumber(set)),
        reference: referenceOf({
          key: statement.key,
          number: `${number}.${statement.position + 1}`,
        }),
      })),
    })),
  }
}

/** Characters from which a statement may split across pages, because it might not fit on one. */
const TALL = 1800
/** About what the height of a line is worth in characters. */
const LINE = 60

function printed(statement: Questions['edition']['statements'][number], lowest: number) {
  const { text, guidance, responses } = statement
  const sizes = responses.map(({ label, description }) => LINE + sizeOf(label, description))
  const total = sizes.reduce((sum, size) => sum + size, sizeOf(text, guidance))
  const kept = rowsTogether(sizes)
  const labels = responses.map(({ label }) => label)
  const { numbers } = responseNumbers(labels, lowest)
  return {
    text,
    guidance: guidance === null ? [] : markdownBlocks(guidance),
    maySkip: statement.allows_not_applicable,
    isTall: total > TALL,
    responses: responses.map(({ label, description }, at) => ({
      number: String(numbers[at] ?? '–'),
      label,
      description,
      kept: kept[at],
    })),
  }
}
