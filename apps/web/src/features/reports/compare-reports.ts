import { formatScore } from 'contract/report-words'
import type { ReportSnapshot } from 'contract/reports'

type Scale = ReportSnapshot['content_set']['scale']

/** Anything with a current score: the whole report or one of its elements. */
interface Scored {
  current: number | null
}

export interface ComparedRow {
  key: string
  title: string
  earlier: string
  now: string
  change: 'up' | 'down' | 'same' | 'added' | 'removed' | 'unknown'
  /** `0.4` or `12 points`; empty where nothing moved or nothing can be compared. */
  by: string
}

/** The current state earlier and now: overall first, then each element of either report. */
export function compareReports(earlier: ReportSnapshot, now: ReportSnapshot): ComparedRow[] {
  const scale = commonScale(earlier, now)
  const before = new Map(earlier.elements.map((element) => [element.key, element]))
  const kept = new Set(now.elements.map(({ key }) => key))
  const removed = earlier.elements.filter(({ key }) => !kept.has(key))
  return [
    compared({ key: '', title: 'Overall' }, earlier, now, scale),
    ...now.elements.map((element) => compared(element, before.get(element.key), element, scale)),
    ...removed.map((element) => compared(element, element, undefined, scale)),
  ]
}

/** Levels compare only on the same scale; else everything is percent. */
export function commonScale(earlier: ReportSnapshot, now: ReportSnapshot): Scale {
  const [before, after] = [earlier.content_set.scale, now.content_set.scale]
  return before && after && before.length === after.length ? after : null
}

function compared(
  { key, title }: { key: string; title: string },
  earlier: Scored | undefined,
  now: Scored | undefined,
  scale: Scale,
): ComparedRow {
  const figures = {
    earlier: formatScore(earlier?.current ?? null, scale),
    now: formatScore(now?.current ?? null, scale),
  }
  if (!earlier) return { key, title, ...figures, change: 'added', by: '' }
  if (!now) return { key, title, ...figures, change: 'removed', by: '' }
  return { key, title, ...figures, ...movement(figures, scale) }
}

// From the figures as shown, so that what people read adds up.
function movement(
  figures: { earlier: string; now: string },
  scale: Scale,
): Pick<ComparedRow, 'change' | 'by'> {
  const moved = Number.parseFloat(figures.now) - Number.parseFloat(figures.earlier)
  if (Number.isNaN(moved)) return { change: 'unknown', by: '' }
  if (Math.abs(moved) < 0.05) return { change: 'same', by: '' }
  return { change: moved > 0 ? 'up' : 'down', by: distance(Math.abs(moved), scale) }
}

function distance(moved: number, scale: Scale): string {
  if (scale) return moved.toFixed(1)
  return `${moved} ${moved === 1 ? 'point' : 'points'}`
}
