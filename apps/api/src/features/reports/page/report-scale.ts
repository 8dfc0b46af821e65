import { formatScore, scoreName } from 'rules/report-labels'
import { type Scale, isDrawnInLevels } from 'rules/scores'
import type { ReportElement, ReportStatement } from 'contract/reports'

/** A scale with its stops and marks as shares of its length, and a text alternative. */
export interface LevelScale {
  stops: number[]
  current: number | null
  future: number | null
  certified: number | null
  alt: string
}

/** More stops than this would touch each other. */
const MAX_STOPS = 20

const PERCENT_STOPS = [0, 0.25, 0.5, 0.75, 1]

/** Ticks of a chart from the lowest to the highest level. */
export function ticks(scale: Scale) {
  const stops = isDrawnInLevels(scale) ? stopsOf(scale) : PERCENT_STOPS
  return stops.map((at) => ({ at, label: formatScore(at, scale).replace(/%|\.0/, '') }))
}

export function elementScale(element: ReportElement, scale: Scale): LevelScale {
  const { current, future, certified } = element
  const label = (score: number | null) =>
    `${formatScore(score, scale)} ${scoreName(score, scale)}`.trim()
  return {
    stops: stopsOf(scale),
    current,
    future,
    certified,
    alt:
      current === null
        ? 'not scored'
        : altText(label(current), label(future), certified === null ? null : label(certified)),
  }
}

export function statementScale(statement: ReportStatement): LevelScale {
  const values = statement.responses.map((response) => response.value)
  const lowest = Math.min(...values)
  const range = Math.max(...values) - lowest
  const [current, future, certified] = [
    responseLabel(statement, statement.current),
    responseLabel(statement, statement.future),
    responseLabel(statement, statement.certified),
  ]
  return {
    stops: stopsAt(values.map((value) => (value - lowest) / range)),
    current: statement.current_score,
    future: statement.future_score,
    certified: statement.certified_score,
    alt: current === null ? 'does not apply' : altText(current, future ?? '–', certified),
  }
}

export function responseLabel({ responses }: ReportStatement, id: number | null) {
  return responses.find((response) => response.id === id)?.label ?? null
}

function stopsOf(scale: Scale) {
  if (!scale) return PERCENT_STOPS
  return stopsAt(scale.names.map((_, index) => index / (scale.names.length - 1)))
}

/** Responses may have the same value. Of a long list only the ends are drawn. */
function stopsAt(places: number[]) {
  const stops = [...new Set(places)]
  return stops.length > MAX_STOPS ? [0, 1] : stops
}

function altText(current: string, future: string, certified: string | null) {
  const declared = `current ${current}, future ${future}`
  return certified === null ? declared : `${declared}, certified ${certified}`
}
