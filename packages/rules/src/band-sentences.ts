import type { MissingForBand, NextBand, Verdict } from 'contract/next-band'
import type { ReportElement, ReportSnapshot, ReportStatement } from 'contract/reports'
import { elementNames } from './element-names.ts'
import type { Words } from './mark-titles.ts'
import { formatList, formatNumber, listParts, plural } from './plural.ts'
import { reaches } from './scores.ts'

/** More elements are counted, not named. */
const MOST_NAMED = 3
/** More statements that stop a band are counted. */
const MOST_STOPS = 10

/** What a band asks for. Bands count in points, levels are positions on the scale of a response. */
export function requirement(next: NextBand, set: { score_from?: 'zero' | undefined }): Words[] {
  const { asked, isInPoints } = hasConditions(next)
    ? conditionsAsked(next)
    : { asked: [[plain(scoresAsked(next))]], isInPoints: true }
  return [
    name(next.band),
    ...joined([
      plain(' needs '),
      ...listParts(asked.map((words) => ({ words }))).flatMap((part) =>
        typeof part === 'string' ? plain(part) : part.words,
      ),
      plain(`. ${isInPoints ? `${whatPointsAre(set)} ` : ''}`),
    ]),
  ]
}

function hasConditions({ min_statement: statement, min_element_band: band }: NextBand) {
  return statement !== undefined || band !== undefined
}

function scoresAsked({ min_overall: overall, min_element: element }: NextBand) {
  const each = element > 0 ? `, and ${element} in every element` : ''
  return `${overall} points out of 100 overall${each}`
}

function conditionsAsked(next: NextBand) {
  const { min_overall: overall, min_element: element, min_statement: statement = 0 } = next
  const scores = [
    ...(overall > 0 ? [[plain(`${overall} points out of 100 overall`)]] : []),
    ...(element > 0 ? [[plain(`${element} points in every element`)]] : []),
  ]
  const isInPoints = scores.length > 0 || (statement > 0 && statement < 100)
  return { asked: [...scores, ...statementsAsked(next), ...elementBandAsked(next)], isInPoints }
}

function elementBandAsked({ min_element_band: band }: NextBand): Words[][] {
  return band === undefined ? [] : [[plain('the band '), name(band), plain(' in every element')]]
}

function whatPointsAre({ score_from: from }: { score_from?: 'zero' | undefined }) {
  return from === 'zero'
    ? 'A response with the value 0 gives 0 points. The highest response to a statement gives 100.'
    : 'The lowest response to every statement gives 0 points. The highest gives 100.'
}

/** `the highest response to every key statement`, `66 points for every statement up to Managed` */
function statementsAsked({ min_statement: percent, of_key, of_level }: NextBand): Words[][] {
  if (percent === undefined) return []
  const what = percent >= 100 ? 'the highest response to' : `${percent} points for`
  if (of_key) return [[plain(`${what} every key statement`)]]
  if (of_level === undefined) return [[plain(`${what} every statement`)]]
  return [[plain(`${what} every statement up to `), name(of_level)]]
}

type Elements = readonly Parameters<ReturnType<typeof elementNames>>[0][]

/** `Risk is below 40. `, `5 elements are below Managed. ` */
export function belowSentence(below: Elements, all: Elements, needed: string | number): Words[] {
  if (below.length === 0) return []
  const what = typeof needed === 'string' ? name(needed) : plain(String(needed))
  if (below.length > MOST_NAMED)
    return joined([plain(`${formatNumber(below.length)} elements are below `), what, plain('. ')])
  const nameOf = elementNames(all)
  const names = listParts(below).map((part) =>
    typeof part === 'string' ? plain(part) : { ...plain(nameOf(part)), isTitle: true },
  )
  return joined([
    ...names,
    plain(` ${below.length === 1 ? 'is' : 'are'} below `),
    what,
    plain('. '),
  ])
}

/** Neighbours of the same kind are one part. */
function joined(parts: readonly Words[]): Words[] {
  const whole: Words[] = []
  for (const part of parts) {
    const last = whole.at(-1)
    const isAlike = last && !part.isTitle && !last.isTitle && part.strong === last.strong
    if (isAlike) whole[whole.length - 1] = { ...part, text: last.text + part.text }
    else whole.push(part)
  }
  return whole
}

/** The element bands and statements that a band lacks. */
export function missingSentences(
  { band, min_element_band: asked, missing }: NextBand,
  elements: readonly ReportElement[],
): Words[] {
  if (!missing) return []
  const { element_bands: bands, statement_count: count } = missing
  const below = new Set(bands.map(({ id }) => id))
  const named = asked === undefined ? [] : elements.filter(({ id }) => below.has(id))
  const more = plural(count, { one: '# more statement', other: '# more statements' })
  return [
    ...belowSentence(named, elements, asked ?? ''),
    ...(count === 0 ? [] : [name(band), plain(' needs '), strong(more), plain('. ')]),
  ]
}

const ABOVE_SCOPE = ' needs statements outside the scope'

/** `Silver needs statements outside the scope, so we can’t reach it. ` */
export function aboveScope(band: string): Words[] {
  return [name(band), plain(`${ABOVE_SCOPE}, so we can’t reach it. `)]
}

/** `Bronze. Silver needs 3 more statements.` */
export function verdictInShort({ band, score, next }: Verdict): Words[] {
  const reached = band === null ? plain('No band yet') : name(band)
  if (!next) return [reached, plain(band === null ? '.' : ', the highest band.')]
  return [reached, plain('. '), ...nextInShort(next, score)]
}

/** `Silver needs 3 more statements.` */
export function nextInShort(next: NonNullable<Verdict['next']>, score: number | null): Words[] {
  if (next.is_above_scope) return [name(next.band), plain(`${ABOVE_SCOPE}.`)]
  if (score === null) return [name(next.band), plain(' needs at least one statement that applies.')]
  return [name(next.band), plain(` needs ${formatList(whatIsMissing(next.missing, score))}.`)]
}

function whatIsMissing({ overall, elements, statement_count }: MissingForBand, current: number) {
  return [
    ...(statement_count === 0
      ? []
      : [plural(statement_count, { one: '# more statement', other: '# more statements' })]),
    ...(overall === null ? [] : [`${lackingPoints(current, overall)} overall`]),
    ...(elements.length === 0
      ? []
      : [
          plural(elements.length, {
            one: 'a higher score in # element',
            other: 'higher scores in # elements',
          }),
        ]),
  ]
}

/** Rounded up, because 0 points would not be missing. */
export function lackingPoints(current: number, needed: number): string {
  const lacking = reaches(current, needed)
    ? 0
    : Math.ceil((needed - current * 100) * 10 - 1e-6) / 10
  return plural(lacking, { one: '# more point', other: '# more points' })
}

export interface Stop {
  statement: ReportStatement
  element: ReportElement
  /** The label of the lowest response that is enough. */
  goal: string | null
}

/** Why the next band isn't reached: the statements that stop it, least effort first. Null without any. */
export function stopsOf(
  { path, elements }: Pick<ReportSnapshot, 'path' | 'elements'>,
  most = MOST_STOPS,
): { title: Words[]; rows: Stop[]; more: string } | null {
  if (!path?.missing || path.missing.statements.length === 0) return null
  const { statements, statement_count: count } = path.missing
  const byId = new Map(elements.map((element) => [element.id, element]))
  const rows = statements.slice(0, most).flatMap((stop) => {
    const element = byId.get(stop.element_id)
    const statement = element?.statements.find(({ id }) => id === stop.id)
    if (!element || !statement) return []
    const goal = statement.responses.find(({ id }) => id === stop.response_id)?.label ?? null
    return { statement, element, goal }
  })
  const more = count - rows.length
  return {
    title: [strong('What stops '), name(path.band)],
    rows,
    more: more > 0 ? plural(more, { one: '# more statement', other: '# more statements' }) : '',
  }
}

/** The bands of an element: `Initial, with our targets Managed`. Empty in sets without them. */
export function elementVerdict({ verdict }: Pick<ReportElement, 'verdict'>): Words[] {
  if (!verdict) return []
  const { current, future, certified } = verdict
  const label = (band: string | null) => (band === null ? plain('none yet') : name(band))
  return joined([
    plain('Band: '),
    label(current),
    ...(future !== null && future !== current ? [plain(', with our targets '), name(future)] : []),
    ...(certified === null ? [] : [plain(', certified '), name(certified)]),
  ])
}

function name(text: string): Words {
  return { text, strong: true, isTitle: true }
}

function plain(text: string): Words {
  return { text, strong: false, isTitle: false }
}

function strong(text: string): Words {
  return { text, strong: true, isTitle: false }
}
