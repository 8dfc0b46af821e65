import type { QuickestRoute, ReportAction, ReportSnapshot } from 'contract/reports'
import { type Earlier, commonScale, compareReports } from './compare-reports.ts'
import { elementNames } from './element-names.ts'
import type { Words } from './mark-titles.ts'
import { formatNumber, listParts, plural } from './plural.ts'
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
/** More elements below the band's minimum are counted, not named. */
const MOST_NAMED = 3

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
      ...requirement(path),
      ...missingPoints(current, path),
      ...elementsBelow(snapshot, path),
      ...routeSentence(path, snapshot.gap_count, current, onPath),
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

function reachedBand({ band }: ReportSnapshot): Words[] {
  if (band === null) return [plain('We haven’t reached a certification band yet. ')]
  return [plain('We have reached '), name(band), plain('. ')]
}

/** Bands count in points, levels are positions on the scale of a response. */
const WHAT_POINTS_ARE =
  'The lowest response to every statement gives 0 points, the highest gives 100.'

function requirement({ band, min_overall: overall, min_element: element }: QuickestRoute) {
  const each = element > 0 ? `, and ${element} in every element` : ''
  return [
    name(band),
    plain(` needs ${overall} points out of 100 overall${each}. ${WHAT_POINTS_ARE} `),
  ]
}

function missingPoints(current: number, { min_overall: needed }: QuickestRoute) {
  const now = pointsOf(current)
  if (reaches(current, needed)) return [plain(`We have enough overall: ${now} points. `)]
  // Rounded up, because 0 points would not be missing.
  const lacking = Math.ceil((needed - current * 100) * 10 - 1e-6) / 10
  const points = plural(lacking, { one: '# more point', other: '# more points' })
  return [plain(`We have ${now}, so we need `), strong(points), plain('. ')]
}

function elementsBelow({ elements }: ReportSnapshot, { min_element: needed }: QuickestRoute) {
  const below = elements.filter(
    ({ current, is_counted: isCounted = true }) =>
      isCounted && current !== null && !reaches(current, needed),
  )
  if (below.length === 0) return []
  if (below.length > MOST_NAMED)
    return [plain(`${formatNumber(below.length)} elements are below ${needed}. `)]
  const nameOf = elementNames(elements)
  const names = listParts(below).map((part) =>
    typeof part === 'string' ? plain(part) : { ...plain(nameOf(part)), isTitle: true },
  )
  return [...names, plain(` ${below.length === 1 ? 'is' : 'are'} below ${needed}. `)]
}

function routeSentence(
  path: QuickestRoute,
  count: number,
  current: number,
  onPath: readonly ReportAction[],
) {
  if (path.statement_ids) {
    const after = onPath.reduce((sum, { gain }) => sum + gain, current)
    return [
      plain(
        plural(onPath.length, {
          one: `The quickest route is # action, which takes us to ${pointsOf(after)} points:`,
          other: `The quickest route is # actions, which take us to ${pointsOf(after)} points:`,
        }),
      ),
    ]
  }
  if (count === 0) return [plain('You have planned no actions. Choose higher targets.')]
  return [
    plain('Your planned actions won’t reach '),
    name(path.band),
    plain('. Choose higher targets.'),
  ]
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
