import type { ElementProgress, Overview } from 'contract/assessments'
import { elementNames } from 'rules/element-names'
import { formatNumber, plural } from 'rules/plural'
import type { ProfileElement } from '#features/charts/profile.ts'

const MINUTES_A_STATEMENT = 0.5

export function overviewProfile({ elements, next, assessment }: Overview): ProfileElement[] {
  const nameOf = elementNames(elements)
  return elements.map((element) => ({
    id: element.id,
    key: element.key,
    number: element.number,
    title: element.title,
    name: nameOf(element),
    answered: element.answered,
    total: element.total,
    toConfirm: element.to_confirm,
    isComplete: element.is_complete,
    isOptional: !element.is_required,
    isNext: next?.element_id === element.id && assessment !== null,
    current: element.current,
    future: element.future,
    certified: element.certified,
    ...(next?.element_id === element.id && { nextStatement: next.statement_number }),
    ...(assessment && { to: addressOf(assessment.id, element) }),
    ...(element.group !== null && { group: element.group }),
  }))
}

function addressOf(assessmentId: number, { id, is_complete }: ElementProgress) {
  return `/assessment/${assessmentId}${is_complete ? '/edit' : ''}?elementId=${id}`
}

export function nextText(
  { statement_number: position, total }: NonNullable<Overview['next']>,
  element: ElementProgress | undefined,
  /** Only an owner completes elements. A contributor checks the answers and says that they are done. */
  completes: boolean,
) {
  const kind = element?.is_required === false ? 'Optional. ' : ''
  if (element?.answered === total)
    return plural(total, {
      one: `${kind}Statement answered, ready to ${completes ? 'complete' : 'check'}`,
      other: `${kind}All # statements answered, ready to ${completes ? 'complete' : 'check'}`,
    })
  const open = total - (element?.answered ?? 0)
  const statement = `Statement ${formatNumber(position)} of ${formatNumber(total)}`
  const minutes = Math.max(1, Math.round(open * MINUTES_A_STATEMENT))
  return plural(minutes, {
    one: `${kind}${statement}, about # minute left`,
    other: `${kind}${statement}, about # minutes left`,
  })
}

export function answeredText(element: ElementProgress) {
  const marks = [
    ...(element.is_required ? [] : ['Optional']),
    ...(element.is_counted ? [] : ['Not counted']),
  ]
  return [...marks, progressText(element)]
    .map((text, index) => (index === 0 ? text : lowered(text)))
    .join(', ')
}

function progressText({ answered, total, to_confirm }: ElementProgress) {
  if (answered === 0 && to_confirm === 0)
    return plural(total, { one: '# statement', other: '# statements' })
  if (answered === total) return plural(total, { one: 'Answered', other: 'All # answered' })
  const done = `${formatNumber(answered)} of ${formatNumber(total)} answered`
  return to_confirm > 0 ? `${done}, ${formatNumber(to_confirm)} to confirm` : done
}

function lowered(text: string) {
  return text.charAt(0).toLowerCase() + text.slice(1)
}

/** Where nothing waits for the user. Of a shared assessment, elements may still wait for others. */
export function doneTexts(overview: Overview) {
  const { elements, shared, year } = overview
  const open = elements.filter(({ is_complete, total }) => !is_complete && total > 0).length
  if (shared?.role !== 'owner' || open === 0)
    return {
      overline: `All done for ${year}`,
      title: 'You’ve answered everything',
      text: doneText(overview, 'To change an answer, open its element.'),
    }
  const waiting = plural(open, {
    one: '# element is still open with other members.',
    other: '# elements are still open with other members.',
  })
  return {
    overline: `Your part is done for ${year}`,
    title: 'You’ve answered everything assigned to you',
    text: doneText(overview, waiting),
  }
}

function doneText({ is_report_pending, self_assessment_id }: Overview, otherwise: string) {
  if (is_report_pending) return 'Your action report is being created.'
  if (self_assessment_id === null) return otherwise
  return `${otherwise} “Submit for certification” first copies your answers, notes and files, so that you can check them.`
}

/** Only this year's assessment can be started. */
export function canStart({ year, assessment, elements }: Overview, currentYear: number) {
  return assessment === null && elements.length > 0 && year === currentYear
}
