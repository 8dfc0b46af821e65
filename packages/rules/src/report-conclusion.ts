import type { QuickestRoute, ReportAction, ReportSnapshot } from 'contract/reports'
import {
  aboveScope,
  belowSentence,
  lackingPoints,
  missingSentences,
  requirement,
} from './band-sentences.ts'
import { type Earlier, commonScale, compareReports } from './compare-reports.ts'
import type { Words } from './mark-titles.ts'
import { plural } from './plural.ts'
import { formatScore, gapText } from './report-labels.ts'
import { reaches, scaleOf } from './scores.ts'

export interface WhatNext {
  sentences: Words[]
  /** The first actions of the quickest route, biggest gain first. */
  actions: readonly ReportAction[]
  /** How many further actions the quickest route has; empty for none. */
  more: string
}

/** The other actions of the quickest route are in the list of actions. */
const MOST_ACTIONS = 5

/** How the score has changed since an earlier year; empty if nothing is scored. */
export function changeSentence(snapshot: ReportSnapshot, earlier: Earlier | undefined): Words[] {
  if (snapshot.current === null) return []
  if (!earlier) return [plain('There is no report from an earlier year to compare with.')]
  const { year, current: then } = earlier
  if (then === null) return [plain(`We have no score for ${year}, so there is no change to show.`)]
  const { before, change } = compareReports(earlier, snapshot).overall
  const scale = commonScale(earlier, snapshot)
  if (change === 'same')
    return [plain(`Our ${scale ? 'level' : 'score'} is the same as in ${year}.`)]
  return [
    plain('We are '),
    strong(`${gapText(then, snapshot.current, scale)} ${change === 'up' ? 'higher' : 'lower'}`),
    plain(` than in ${year}, when we were at ${before}.`),
  ]
}

/** The band that we have reached, and what the next one takes; null if nothing is scored. */
export function whatNext(snapshot: ReportSnapshot): WhatNext | null {
  const { current, path, actions } = snapshot
  if (current === null) return null
  if (!path) return { sentences: withoutNextBand(snapshot), actions: [], more: '' }
  const onPath = path.statement_ids ? actions.filter((action) => action.is_on_path) : []
  const more = onPath.length - MOST_ACTIONS
  return {
    sentences: [
      ...reachedBand(snapshot),
      ...requirement(path, snapshot.content_set),
      ...(path.is_above_scope ? aboveScope(path.band) : untilNextBand(snapshot, path, onPath)),
    ],
    actions: onPath.slice(0, MOST_ACTIONS),
    more:
      more > 0
        ? `${plural(more, { one: '# more action', other: '# more actions' })} on the quickest route`
        : '',
  }
}

function withoutNextBand(snapshot: ReportSnapshot): Words[] {
  const { band, current, future, gap_count: count, content_set: set } = snapshot
  const bands = band
    ? [plain('We have reached '), name(band), plain(', the highest certification band.')]
    : [plain('This content set has no certification bands.')]
  if (count === 0) return bands
  const scale = scaleOf(set)
  const take = plural(count, { one: 'Our action takes', other: 'Our # actions take' })
  const [from, to] = [formatScore(current, scale), formatScore(future, scale)]
  return [...bands, plain(` ${take} us from ${from} to `), strong(to), plain('.')]
}

function reachedBand({ band, future_band: future = null }: ReportSnapshot): Words[] {
  const targets =
    future === null || future === band
      ? []
      : [plain('Our targets reach '), name(future), plain('. ')]
  if (band === null) return [plain('We haven’t reached a certification band yet. '), ...targets]
  return [plain('We have reached '), name(band), plain('. '), ...targets]
}

function untilNextBand(
  snapshot: ReportSnapshot,
  path: QuickestRoute,
  onPath: readonly ReportAction[],
): Words[] {
  const current = snapshot.current ?? 0
  return [
    ...missingPoints(current, path),
    ...elementsBelow(snapshot, path),
    ...missingSentences(path, snapshot.elements),
    ...(path.may_take_less ? [plain(MAY_TAKE_LESS)] : []),
    ...routeSentence(path, snapshot.gap_count, current, onPath),
  ]
}

const MAY_TAKE_LESS =
  'There are too many actions to compare every route. Another route with as many actions may take less effort. '

function missingPoints(current: number, path: QuickestRoute) {
  const { min_overall: needed } = path
  const now = pointsOf(current)
  if (needed === 0 && path.missing) return []
  if (reaches(current, needed)) return [plain(`We have enough overall: ${now} points. `)]
  const points = lackingPoints(current, needed)
  return [plain(`We have ${now}, so we need `), strong(points), plain('. ')]
}

function elementsBelow({ elements }: ReportSnapshot, { min_element: needed }: QuickestRoute) {
  const below = elements.filter(
    ({ current, is_counted: isCounted = true }) =>
      isCounted && current !== null && !reaches(current, needed),
  )
  return belowSentence(below, elements, needed)
}

function routeSentence(
  path: QuickestRoute,
  count: number,
  current: number,
  onPath: readonly ReportAction[],
) {
  if (path.statement_ids) {
    const after = onPath.reduce((sum, { gain }) => sum + gain, current)
    if (path.missing) return togetherSentence(path, onPath.length, pointsOf(after))
    return [
      plain(
        plural(onPath.length, {
          one: `The quickest route is # action, which takes us to ${pointsOf(after)} points:`,
          other: `The quickest route is # actions, which take us to ${pointsOf(after)} points:`,
        }),
      ),
    ]
  }
  if (count === 0) return [plain(NO_HIGHER_TARGET)]
  return [
    plain('Your planned actions won’t reach '),
    name(path.band),
    plain('. Choose higher targets.'),
  ]
}

const NO_HIGHER_TARGET =
  'None of our targets is higher than today, so there are no actions. Choose higher targets.'

/** Where a band asks for more than scores, an action alone can gain nothing. */
function togetherSentence({ band }: QuickestRoute, count: number, points: string) {
  const start = plural(count, {
    one: 'The quickest route is # action, which reaches ',
    other: 'The quickest route is # actions, which together reach ',
  })
  const verb = count === 1 ? 'takes' : 'take'
  return [plain(start), name(band), plain(` and ${verb} us to ${points} points:`)]
}

/** Points out of 100, rounded down, so that a minimum that isn't reached doesn't look reached. */
function pointsOf(score: number): string {
  return String(Math.floor(score * 1000 + 1e-6) / 10)
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
