import type { PdfPrinter } from '#adapters/pdf.ts'
import { firstNumber, type Questions } from '#features/assessments/questions.ts'
import { printable } from '#features/reports/write-pdf.ts'
import { ASSESSMENT_TYPE_LABELS } from 'contract/labels'
import { plural } from 'rules/plural'
import { referenceOf } from 'rules/reference'
import { printLanguage } from './print-language.ts'
import { markdownBlocks } from './report-markdown.ts'

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

function pageOf({ year, type, edition }: Questions, organisation: string) {
  const { set, elements } = edition
  const statements = Map.groupBy(edition.statements, ({ element_id }) => element_id)
  return {
    language: printLanguage(set.language),
    tenant: organisation,
    title: `Questions ${year}`,
    contentSet: set.title,
    meta: `${ASSESSMENT_TYPE_LABELS[type]}, ${plural(edition.statements.length, { one: '# statement', other: '# statements' })}`,
    elements: elements.map(({ id, key, number, title, group }) => ({
      reference: referenceOf({ key, number }),
      title,
      group,
      statements: (statements.get(id) ?? []).map((statement, index) => ({
        reference: referenceOf({ key: statement.key, number: `${number}.${index + 1}` }),
        text: statement.text,
        guidance: statement.guidance === null ? [] : markdownBlocks(statement.guidance),
        maySkip: statement.allows_not_applicable,
        responses: statement.responses.map(({ label, description }, at) => ({
          number: String(firstNumber(set) + at),
          label,
          description,
        })),
      })),
    })),
  }
}
