import { brandTokens } from 'brand/brand-tokens'
import { certifiedFigures, certifiedSentence, differenceText } from 'rules/certified-labels'
import { type ComparedRow, compareReports } from 'rules/compare-reports'
import { actionsHint, effortShare, effortText, gainFormat, hasGains } from 'rules/action-labels'
import {
  formatGap,
  gapUnitOf,
  formatRange,
  formatScore,
  headlineParts,
  scoreName,
  reportFigures,
  widestGapFirst,
} from 'rules/report-labels'
import type { ReportAction, ReportElement, ReportSnapshot, ReportStatement } from 'contract/reports'
import { formatSize } from 'contract/file-size'
import { markdownBlocks } from '#features/reports/pdf/report-markdown.ts'
import {
  elementScale,
  responseLabel,
  statementScale,
  ticks,
} from '#features/reports/page/report-scale.ts'

export interface Brand {
  /** Hex. */
  colour: string
  name: string
}

export interface ReportPrint {
  snapshot: ReportSnapshot
  brand: Brand
  /** The last report of an earlier year, to compare with. */
  earlier?: ReportSnapshot | undefined
}

// Characters from which a table row may split across pages.
const TALL = 2600

/** The data of the report's template, which only lays it out. */
export function reportPage({ snapshot, brand, earlier }: ReportPrint) {
  const { light } = brandTokens(brand.colour)
  return {
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
    finalised: `Finalised ${longDate(snapshot.created_at)}`,
    foot: `${brand.name}, ${snapshot.title}`,
    introduction: markdownBlocks(snapshot.content_set.introduction ?? ''),
    ...findings(snapshot),
    ...profile(snapshot),
    ...actions(snapshot),
    comparison: earlier ? comparison(snapshot, earlier) : null,
    elements: snapshot.elements.map((element) => elementSection(element, snapshot)),
    origin: origin(snapshot),
  }
}

export function initialOf(name: string) {
  const [first] = new Intl.Segmenter('en-GB').segment(name.trim())
  return first?.segment.toLocaleUpperCase('en-GB') ?? ''
}

function profile({ elements, content_set: { scale } }: ReportSnapshot) {
  const named = elements.map((element) => ({
    name: element.title,
    current: element.current,
    future: element.future,
    certified: element.certified,
    gap: formatGap(element.current, element.future, scale),
    alt: elementScale(element, scale).alt,
  }))
  const findings = named.map(({ name, alt }) => `${name}: ${alt}`).join('; ')
  return {
    ticks: ticks(scale),
    gapHead: scale ? 'Gap' : 'Points',
    isCertified: elements.some((element) => element.certified !== null),
    // A radar chart is readable with three to twelve elements.
    radar:
      elements.length >= 3 && elements.length <= 12
        ? {
            alt: `Profile of all elements. ${findings}.`,
            points: named,
            // As in the web's chart, levels start one ring from the middle and percent in the middle.
            start: scale ? 1 / scale.length : 0,
          }
        : null,
    dumbbell: widestGapFirst(named, scale),
  }
}

function actions(snapshot: ReportSnapshot) {
  const titles = new Map(snapshot.elements.map((element) => [element.id, element.title]))
  const statements = new Map(
    snapshot.elements.flatMap((element) =>
      element.statements.map((statement) => [statement.id, statement]),
    ),
  )
  const effortOf = effortShare(snapshot)
  const figureOf = hasGains(snapshot) ? gainFigure(snapshot) : gapFigure(snapshot)
  return {
    actionsHint: actionsHint(snapshot),
    actionsFigure: hasGains(snapshot) ? 'Gain' : 'Gap',
    hasEffort: snapshot.actions.some((action) => action.effort !== null),
    actions: snapshot.actions.flatMap((action) => {
      const statement = statements.get(action.statement_id)
      const element = titles.get(action.element_id) ?? ''
      if (!statement) return []
      const effort = action.effort === null ? null : [effortOf(action), effortText(action)]
      return { ...actionRow(action, statement, element), effort, figure: figureOf(action) }
    }),
  }
}

function gainFigure(snapshot: ReportSnapshot) {
  const gainOf = gainFormat(snapshot)
  return (action: ReportAction) => [gainOf(action), 'points']
}

/** For older reports. Without named levels, the gap is in points of the statement's range. */
function gapFigure({ content_set: { scale } }: ReportSnapshot) {
  return ({ levels, gap }: ReportAction) => {
    const figure = scale ? levels : Math.round(gap * 100)
    return [String(figure), gapUnitOf(figure, scale !== null)]
  }
}

function actionRow(action: ReportAction, statement: ReportStatement, element: string) {
  const [text = statement.text, ...later] = new Set(action.steps)
  return {
    text,
    later,
    place: `${action.number} ${element}`,
    isOnPath: action.is_on_path,
    scale: statementScale(statement),
    isTall: isTall(text, ...later),
  }
}

function comparison(snapshot: ReportSnapshot, earlier: ReportSnapshot) {
  const { overall, elements } = compareReports(earlier, snapshot)
  return {
    years: [String(earlier.year), String(snapshot.year)],
    rows: [...elements, overall].map((row) => ({
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

function elementSection(element: ReportElement, { content_set: { scale } }: ReportSnapshot) {
  return {
    number: element.number,
    title: element.title,
    group: element.group,
    description: element.description,
    range: formatRange(element.current, element.future, scale),
    levels: [scoreName(element.current, scale), scoreName(element.future, scale)],
    certified: element.certified === null ? null : formatScore(element.certified, scale),
    scale: elementScale(element, scale),
    band: element.band && {
      title: element.band.title,
      blocks: markdownBlocks(element.band.text),
    },
    statements: element.statements.map(statementRow),
  }
}

function statementRow(statement: ReportStatement) {
  const { text, note, remark = null } = statement
  const { next_step: nextStep, not_applicable_reason: reason } = statement
  const files = attachedFiles(statement)
  const current = responseLabel(statement, statement.current)
  const future = responseLabel(statement, statement.future)
  const certified = responseLabel(statement, statement.certified)
  return {
    number: statement.number,
    text,
    answers: [
      ...(current ? [{ mark: 'current', word: 'Now', label: current }] : []),
      ...(future && future !== current ? [{ mark: 'future', word: 'Future', label: future }] : []),
      ...(certified ? [{ mark: 'certified', word: 'Certified', label: certified }] : []),
    ],
    scale: statementScale(statement),
    nextStep,
    note,
    files,
    remark,
    reason,
    isOpen: current === null && reason === null,
    isTall: isTall(text, note, remark, files, nextStep, reason, current, future, certified),
  }
}

function attachedFiles({ attachments }: ReportStatement) {
  const files = attachments?.map(({ name, size }) => `${name} (${formatSize(size)})`)
  return files?.join(', ') ?? null
}

/** Shown above the elements: at the end, two lines could take a page of their own. */
function origin({ content_set: set, respondent, version, created_at }: ReportSnapshot) {
  const source = [set.source && `source ${set.source}`, set.licence && `licence ${set.licence}`]
    .filter(Boolean)
    .join(', ')
  return [
    `Answered by ${respondent}. Version ${version}, created on ${longDate(created_at)}.`,
    source ? `Statements from ${set.title}: ${source}.` : `Statements from ${set.title}.`,
  ]
}

function certificateText({ certification }: ReportSnapshot) {
  if (!certification) return null
  const { number, certified_by: auditor, valid_until: until, code } = certification
  return `Certificate ${number}, certified by ${auditor}, valid until ${longDate(until)}. Verification code ${code}.`
}

function isTall(...texts: (string | null)[]) {
  return texts.reduce((length, each) => length + (each?.length ?? 0), 0) > TALL
}

function findings(snapshot: ReportSnapshot) {
  const isCertification = snapshot.kind === 'certification'
  return {
    headline: isCertification
      ? [{ text: certifiedSentence(snapshot), strong: false }]
      : headlineParts(snapshot),
    figures: isCertification ? certifiedFigures(snapshot) : reportFigures(snapshot),
    showsActions: !isCertification,
    certified: isCertification ? certifiedRows(snapshot) : null,
    certificate: certificateText(snapshot),
  }
}

function certifiedRows({ elements, content_set: { scale } }: ReportSnapshot) {
  return elements.map(({ number, title, current, certified, future }) => ({
    title: `${number}  ${title}`,
    states: [current, certified, future].map((score) => formatScore(score, scale)),
    difference: differenceText(current, certified, scale),
  }))
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

/** `21 November 2026` */
export function longDate(timestamp: string) {
  return new Date(timestamp).toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  })
}
