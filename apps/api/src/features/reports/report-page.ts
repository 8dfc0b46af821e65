import { type Scale, isDrawnInLevels, scaleOf } from 'rules/scores'
import { brandTokens } from 'brand/brand-tokens'
import { certifiedFigures, certifiedSentence, differenceText } from 'rules/certified-labels'
import { type ComparedRow, compareReports } from 'rules/compare-reports'
import { actionsHint, effortShare, effortText, gainFormat } from 'rules/action-labels'
import { plural } from 'rules/plural'
import {
  formatGap,
  formatScore,
  headlineParts,
  reportFigures,
  widestGapFirst,
} from 'rules/report-labels'
import type { ReportAction, ReportSnapshot, ReportStatement } from 'contract/reports'
import { elementSection } from '#features/reports/pdf/element-section.ts'
import { rowsTogether } from '#features/reports/pdf/rows-together.ts'
import { printLanguage } from '#features/reports/pdf/print-language.ts'
import { markdownBlocks } from '#features/reports/pdf/report-markdown.ts'
import { isTall, sizeOf } from '#features/reports/pdf/row-size.ts'
import { markTitles } from '#features/reports/pdf/titles.ts'
import { elementScale, statementScale, ticks } from '#features/reports/page/report-scale.ts'

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
  earlier?: ReportSnapshot | undefined
}

type ScoredRow = { current: number | null; future: number | null; gap: string }

/** The data of the report's template, which only lays it out. */
export function reportPage({ snapshot, brand, earlier }: ReportPrint) {
  const { light } = brandTokens(brand.colour)
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
    finalised: `Finalised ${longDate(snapshot.created_at)}`,
    introduction: markdownBlocks(snapshot.content_set.introduction ?? ''),
    ...findings(snapshot),
    ...profile(snapshot),
    ...actions(snapshot),
    comparison: earlier ? comparison(snapshot, earlier) : null,
    elements,
    longestNumber: longest(
      elements.flatMap(({ statements }) => statements.map((row) => row.number)),
    ),
    ...origin(snapshot),
  }
}

export function initialOf(name: string) {
  const [first] = new Intl.Segmenter('en-GB').segment(name.trim())
  return first?.segment.toLocaleUpperCase('en-GB') ?? ''
}

function profile({ elements, content_set: set }: ReportSnapshot) {
  const scale = scaleOf(set)
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
            start: isDrawnInLevels(scale) ? 1 / scale.names.length : 0,
          }
        : null,
    ...gaps(named, scale),
  }
}

/** More elements than these are listed only if they have a gap. */
const MOST_WITHOUT_GAP = 40

const ELEMENTS_WITHOUT_GAP = {
  one: '# element without a gap',
  other: '# elements without a gap',
}

function gaps<Row extends ScoredRow>(rows: readonly Row[], scale: Scale) {
  const sorted = widestGapFirst(rows, scale)
  const isLong = sorted.length > MOST_WITHOUT_GAP
  const others = isLong ? sorted.filter((row) => Number(row.gap) === 0) : []
  const shown = sorted.filter((row) => !others.includes(row))
  const kept = rowsTogether([...shown, ...others.slice(0, 1)].map(() => 1))
  return {
    dumbbell: shown.map((row, index) => ({ ...row, kept: kept[index] })),
    dumbbellRest:
      others.length === 0
        ? null
        : { text: plural(others.length, ELEMENTS_WITHOUT_GAP), kept: kept[shown.length] },
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
  const gainOf = gainFormat(snapshot)
  const rows = snapshot.actions.flatMap((action) => {
    const statement = statements.get(action.statement_id)
    const element = titles.get(action.element_id) ?? ''
    if (!statement) return []
    const effort = action.effort === null ? null : [effortOf(action), effortText(action)]
    return { ...actionRow(action, statement, element), effort, figure: [gainOf(action), 'points'] }
  })
  const kept = rowsTogether(rows.map(({ size }) => size))
  return {
    actionsHint: actionsHint(snapshot),
    hasEffort: snapshot.actions.some((action) => action.effort !== null),
    actions: rows.map((row, index) => ({ ...row, kept: kept[index], isTall: isTall(row.size) })),
  }
}

function actionRow(action: ReportAction, statement: ReportStatement, element: string) {
  const [text = statement.text, ...later] = new Set(action.steps)
  return {
    text,
    later,
    number: action.number,
    element,
    isOnPath: action.is_on_path,
    scale: statementScale(statement),
    size: sizeOf(text, ...later, element),
  }
}

function comparison(snapshot: ReportSnapshot, earlier: ReportSnapshot) {
  const { overall, elements } = compareReports(earlier, snapshot)
  const rows = [...elements, overall]
  const kept = rowsTogether(rows.map(({ title }) => sizeOf(title)))
  return {
    years: [String(earlier.year), String(snapshot.year)],
    rows: rows.map((row, index) => ({
      kept: kept[index],
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

/** A longer licence has a section of its own. */
const LONGEST_LICENCE = 200

/** Shown above the elements: at the end, two lines could take a page of their own. */
function origin(snapshot: ReportSnapshot) {
  const { content_set: set, respondent, version, created_at } = snapshot
  const isLong = (set.licence?.length ?? 0) > LONGEST_LICENCE
  const licence = isLong ? 'licence at the end' : set.licence && `licence ${set.licence}`
  const source = [set.source && `source ${set.source}`, licence].filter(Boolean).join(', ')
  const lines = [
    `Answered by ${respondent}. Version ${version}, created on ${longDate(created_at)}.`,
    source ? `Statements from ${set.title}: ${source}.` : `Statements from ${set.title}.`,
  ]
  return {
    origin: lines.map((text) => markTitles([{ text, strong: false }], [set.title, respondent])),
    licence: isLong ? set.licence : null,
  }
}

function certificateText({ certification }: ReportSnapshot) {
  if (!certification) return null
  const { number, certified_by: auditor, valid_until: until, code } = certification
  return `Certificate ${number}, certified by ${auditor}, valid until ${longDate(until)}. Verification code ${code}.`
}

function findings(snapshot: ReportSnapshot) {
  const isCertification = snapshot.kind === 'certification'
  const headline = isCertification
    ? [{ text: certifiedSentence(snapshot), strong: false }]
    : headlineParts(snapshot)
  return {
    headline: markTitles(
      headline,
      snapshot.elements.map(({ title }) => title),
    ),
    figures: figures(snapshot),
    showsActions: !isCertification,
    certified: isCertification ? certifiedRows(snapshot) : null,
    certificate: certificateText(snapshot),
  }
}

function figures(snapshot: ReportSnapshot) {
  const isCertification = snapshot.kind === 'certification'
  const all = isCertification ? certifiedFigures(snapshot) : reportFigures(snapshot)
  const { band, path, content_set: set } = snapshot
  const names = [band, path?.band, ...(set.scale ?? [])].flatMap((name) => name ?? [])
  const words = (text: string) => markTitles([{ text, strong: false }], names)
  return all.map(({ kind, label, value, hint }) => ({
    kind,
    label: words(label),
    value: words(value).map((part) => ({ ...part, strong: true })),
    hint: words(hint),
  }))
}

function certifiedRows({ elements, content_set: set }: ReportSnapshot) {
  const scale = scaleOf(set)
  const kept = rowsTogether(elements.map(({ title }) => sizeOf(title)))
  return elements.map(({ number, title, current, certified, future }, index) => ({
    kept: kept[index],
    number: String(number),
    title,
    states: [current, certified, future].map((score) => formatScore(score, scale)),
    difference: differenceText(current, certified, scale),
  }))
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

/** `21 November 2026` */
export function longDate(timestamp: string) {
  return new Date(timestamp).toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  })
}
