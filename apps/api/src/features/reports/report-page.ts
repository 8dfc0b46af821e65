import { elementNames } from 'rules/element-names'
import { scaleOf } from 'rules/scores'
import { brandTokens } from 'brand/brand-tokens'
import { differenceText } from 'rules/certified-labels'
import { type ComparedRow, type Earlier, compareHint, compareReports } from 'rules/compare-reports'
import { actionsHint, effortShare, effortText, gainFormat, NOT_COUNTED } from 'rules/action-labels'
import { formatNumber } from 'rules/plural'
import { markTitles } from 'rules/mark-titles'
import { referenceOf } from 'rules/reference'
import { hasEffort } from 'rules/sort-actions'
import { REPORT_TITLES, compareTitle } from 'rules/report-titles'
import { formatScore } from 'rules/report-labels'
import type { ReportAction, ReportSnapshot, ReportStatement } from 'contract/reports'
import { longDate } from '#features/reports/long-date.ts'
import { appendixSection } from '#features/reports/pdf/appendix-section.ts'
import { conclusionSection } from '#features/reports/pdf/conclusion-section.ts'
import { elementSection } from '#features/reports/pdf/element-section.ts'
import { rowsTogether } from '#features/reports/pdf/rows-together.ts'
import { printLanguage } from '#features/reports/pdf/print-language.ts'
import { type PrintedPlan, planSection } from '#features/reports/pdf/plan-section.ts'
import { profileSection } from '#features/reports/pdf/profile-section.ts'
import { markdownBlocks } from '#features/reports/pdf/report-markdown.ts'
import { isTall, sizeOf } from '#features/reports/pdf/row-size.ts'
import { breakable } from '#features/reports/pdf/breakable.ts'
import { responseLabel, statementScale } from '#features/reports/page/report-scale.ts'

export interface Brand {
  /** Hex. */
  colour: string
  name: string
  /** SVG. */
  logo?: string | undefined
}

export interface ReportPrint {
  snapshot: ReportSnapshot
  brand: Brand
  /** The last report of an earlier year, to compare with. */
  earlier?: Earlier | undefined
  /** Of an action report. */
  plan?: PrintedPlan | undefined
}

/** The data of the report's template, which only lays it out. */
export function reportPage({ snapshot, brand, earlier, plan }: ReportPrint) {
  const { light } = brandTokens(brand.colour)
  const isCertification = snapshot.kind === 'certification'
  const elements = snapshot.elements.map((element) => elementSection(element, snapshot))
  return {
    language: printLanguage(snapshot.content_set.language),
    title: snapshot.title,
    contentSet: snapshot.content_set.title,
    tenant: brand.name,
    initial: initialOf(brand.name),
    colours: {
      primary: light.primary,
      onPrimary: light['primary-foreground'],
      text: light['primary-text'],
    },
    date: momentOf(snapshot.created_at),
    finalised: finalisedText(snapshot),
    titles: REPORT_TITLES,
    ...conclusionSection(snapshot, earlier),
    comparison: earlier ? comparison(snapshot, earlier) : null,
    introduction: markdownBlocks(snapshot.content_set.introduction ?? ''),
    ...profileSection(snapshot),
    showsActions: !isCertification,
    ...actions(snapshot),
    plan: planSection(plan),
    certified: isCertification ? certifiedRows(snapshot) : null,
    certificate: certificateText(snapshot),
    elements,
    longestReference: longest(
      snapshot.elements.flatMap(({ statements }) =>
        statements.map((statement) => breakable(referenceOf(statement))),
      ),
    ),
    appendix: appendixSection(snapshot),
    ...origin(snapshot),
  }
}

export function initialOf(name: string) {
  const [first] = new Intl.Segmenter('en-GB').segment(name.trim())
  return first?.segment.toLocaleUpperCase('en-GB') ?? ''
}

function actions(snapshot: ReportSnapshot) {
  const nameOf = elementNames(snapshot.elements)
  const names = new Map(snapshot.elements.map((element) => [element.id, nameOf(element)]))
  const statements = new Map(
    snapshot.elements.flatMap((element) =>
      element.statements.map((statement) => [statement.id, statement]),
    ),
  )
  const effortOf = effortShare(snapshot)
  const gainOf = gainFormat(snapshot)
  const rows = snapshot.actions.flatMap((action) => {
    const statement = statements.get(action.statement_id)
    const element = names.get(action.element_id) ?? ''
    if (!statement) return []
    const effort = action.effort === null ? null : [effortOf(action), effortText(action)]
    const figure = action.gain === 0 ? [null, NOT_COUNTED] : [gainOf(action), 'points']
    return { ...actionRow(action, statement, element), effort, figure }
  })
  const kept = rowsTogether(rows.map(({ size }) => size))
  return {
    actionsHint: actionsHint(snapshot),
    hasEffort: hasEffort(snapshot),
    actions: rows.map((row, index) => ({
      ...row,
      rank: formatNumber(index + 1),
      kept: kept[index],
      isTall: isTall(row.size),
    })),
  }
}

function actionRow(action: ReportAction, statement: ReportStatement, element: string) {
  const [text = statement.text, ...later] = new Set(action.steps)
  return {
    text,
    later,
    reference: breakable(referenceOf(statement)),
    element,
    isOnPath: action.is_on_path,
    scale: statementScale(statement),
    labels: [statement.current, statement.future].map((id) => responseLabel(statement, id)),
    size: sizeOf(text, ...later, element),
  }
}

function comparison(snapshot: ReportSnapshot, earlier: Earlier) {
  const { overall, elements } = compareReports(earlier, snapshot)
  const rows = [...elements, overall]
  const kept = rowsTogether(rows.map(({ title }) => sizeOf(title)))
  return {
    title: compareTitle(earlier.year),
    hint: compareHint(earlier, snapshot),
    years: [String(earlier.year), String(snapshot.year)],
    rows: rows.map((row, index) => ({
      kept: kept[index],
      reference: breakable(row.reference),
      title: row.title,
      before: row.before,
      now: row.now,
      change: changeText(row),
      isOverall: row === overall,
    })),
  }
}

function changeText({ change, by }: ComparedRow) {
  const words = {
    up: `↑ ${by}`,
    down: `↓ ${by}`,
    same: 'no change',
    added: 'new',
    removed: 'removed',
    unknown: '–',
  }
  return words[change]
}

function finalisedText({ created_at, scope }: ReportSnapshot) {
  const text = `Finalised ${longDate(created_at)}`
  return scope === undefined ? text : `${text}. Scope: ${scope}`
}

/** A longer licence has a section of its own. */
const LONGEST_LICENCE = 200

/** Shown above the elements: at the end, two lines could take a page of their own. */
function origin(snapshot: ReportSnapshot) {
  const { content_set: set, respondent, version, created_at, scope } = snapshot
  const isLong = (set.licence?.length ?? 0) > LONGEST_LICENCE
  const licence = isLong
    ? 'licence at the end of this report'
    : set.licence && `licence ${set.licence}`
  const source = [set.source && `source ${set.source}`, licence].filter(Boolean).join(', ')
  const lines = [
    `Answered by ${respondent}. Version ${version}, created on ${longDate(created_at)}.`,
    ...(scope === undefined ? [] : [`Scope: ${scope}.`]),
    source ? `Statements from ${set.title}: ${source}.` : `Statements from ${set.title}.`,
  ]
  return {
    origin: lines.map((text) =>
      markTitles([{ text, strong: false }], [set.title, respondent, scope ?? '']),
    ),
    licence: isLong ? set.licence : null,
  }
}

function certificateText({ certification }: ReportSnapshot) {
  if (!certification) return null
  const { number, certified_by: auditor, valid_until: until, code } = certification
  return `Certificate ${number}, certified by ${auditor}, valid until ${longDate(until)}. Verification code ${code}.`
}

function certifiedRows({ elements, content_set: set }: ReportSnapshot) {
  const scale = scaleOf(set)
  const kept = rowsTogether(elements.map(({ title }) => sizeOf(title)))
  return elements.map((element, index) => {
    const { title, current, certified, future } = element
    return {
      kept: kept[index],
      reference: breakable(referenceOf(element)),
      title,
      states: [current, certified, future].map((score) => formatScore(score, scale)),
      difference: differenceText(current, certified, scale),
    }
  })
}

function longest(texts: readonly string[]) {
  return texts.reduce((most, text) => (text.length > most.length ? text : most), '')
}

function momentOf(timestamp: string) {
  const at = new Date(timestamp)
  return {
    year: at.getUTCFullYear(),
    month: at.getUTCMonth() + 1,
    day: at.getUTCDate(),
    hour: at.getUTCHours(),
    minute: at.getUTCMinutes(),
    second: at.getUTCSeconds(),
  }
}
