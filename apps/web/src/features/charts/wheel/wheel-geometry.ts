import { lengthOf, piecesOf } from '#features/charts/label-text.ts'

/** Angles are radians clockwise from 12 o'clock; the centre of the wheel is 0, 0. */
export type WheelSize = 'desktop' | 'compact' | 'phone'
export type Wheel = {
  width: number
  height: number
  hub: number
  top: number
  band: number
  bands: number
  gap: number
  rim: number
  rimWidth: number
}
export type Sector = { from: number; middle: number; to: number }
export type Point = { x: number; y: number }

const sizes = {
  desktop: { width: 704, height: 630, hub: 80, depth: 152, gap: 2.5, rimOffset: 11, rimWidth: 6 },
  compact: { width: 420, height: 420, hub: 56, depth: 120, gap: 2.5, rimOffset: 9, rimWidth: 5 },
  phone: { width: 358, height: 346, hub: 46, depth: 96, gap: 2, rimOffset: 9, rimWidth: 5 },
}
const RIM_INSET = 0.028

export function wheelOf(size: WheelSize, bands: number): Wheel {
  const { depth, rimOffset, ...rest } = sizes[size]
  const top = rest.hub + depth
  return { ...rest, top, bands, band: depth / bands, rim: top + rimOffset }
}

export function wheelSizeFor(width: number): WheelSize {
  if (width >= 640) return 'desktop'
  return width >= 400 ? 'compact' : 'phone'
}

export function isLarge(wheel: Wheel): boolean {
  return wheel.hub === sizes.desktop.hub
}

export function sectorOf(index: number, count: number): Sector {
  const step = (2 * Math.PI) / count
  return { from: index * step, middle: (index + 0.5) * step, to: (index + 1) * step }
}

export function pointAt(radius: number, angle: number): Point {
  return { x: round(radius * Math.sin(angle)), y: round(-radius * Math.cos(angle)) }
}

export function radiusOf(wheel: Wheel, value: number): number {
  return wheel.hub + value * wheel.band
}

export function bandPath(
  wheel: Wheel,
  sector: Sector,
  index: number,
  from: number,
  to: number,
): string | null {
  const start = clamp(from - index)
  const end = clamp(to - index)
  if (end <= start) return null
  const inner = radiusOf(wheel, index) + wheel.gap / 2
  const depth = wheel.band - wheel.gap
  return ringPath(sector, inner + start * depth, inner + end * depth, wheel.gap)
}

export function edgePath(wheel: Wheel, sector: Sector, value: number): string {
  const radius = radiusOf(wheel, value) - wheel.gap / 2
  const inset = insetAt(radius, wheel.gap)
  return arcPath(radius, sector.from + inset, sector.to - inset)
}

export function rimPath(wheel: Wheel, sector: Sector, share = 1): string {
  const from = sector.from + RIM_INSET
  const length = sector.to - RIM_INSET - from
  return arcPath(wheel.rim, from, from + length * clamp(share))
}

export function wedgePath(wheel: Wheel, sector: Sector): string {
  return ringPath(sector, wheel.hub, wheel.rim + wheel.rimWidth / 2, 0)
}

export function focusPath(wheel: Wheel, sector: Sector): string {
  return ringPath(sector, wheel.hub - 5, wheel.rim + wheel.rimWidth / 2 + 5, 0)
}

/** The certified mark is next to the middle, so that equal values stay visible. */
export function certifiedAngle(sector: Sector): number {
  return sector.middle + Math.min(Math.PI / 20, (sector.to - sector.from) / 5)
}

/** Half the size of a mark, smaller for many sectors and small wheels. */
export function markSize(wheel: Wheel, count: number): number {
  const size = count <= 8 ? 7 : count <= 12 ? 6 : 5
  return wheel.hub < sizes.desktop.hub ? Math.max(5, size - 1) : size
}

export type LabelAnchor = Point & { align: 'start' | 'middle' | 'end'; first: number }

export function labelAnchor(
  wheel: Wheel,
  sector: Sector,
  lines: number,
  leading = 18,
): LabelAnchor {
  const point = pointAt(wheel.rim + 17, sector.middle)
  const across = Math.sin(sector.middle)
  const up = Math.cos(sector.middle)
  const height = (lines - 1) * leading
  const rise = byDirection(up, height - 6, height / 2 - 5, -1)
  return { ...point, align: byDirection(across, 'start', 'middle', 'end'), first: point.y - rise }
}

export function labelRoom(wheel: Wheel, anchor: LabelAnchor): number {
  return wheel.width / 2 - (anchor.align === 'middle' ? 0 : Math.abs(anchor.x))
}

/**
 * One line, or two lines of similar length; longer text ends in an ellipsis.
 * Join a number and its name with a no-break space.
 */
export function wrapLabel(text: string, longest: number): string[] {
  if (lengthOf(text) <= Math.min(longest, 16)) return [text]
  const pieces = piecesOf(text)
  const breaks = pieces.slice(1).map((_, index) => splitAt(pieces, index + 1))
  const [best = [text]] = breaks.sort((a, b) => longestLine(a) - longestLine(b))
  return best.map((line) => shorten(line, longest))
}

function splitAt(pieces: string[], index: number): string[] {
  return [pieces.slice(0, index).join(''), pieces.slice(index).join('').trimStart()]
}

function longestLine(lines: string[]): number {
  return Math.max(...lines.map(lengthOf))
}

/** A line with an ellipsis for what doesn't fit. */
export function shorten(line: string, longest: number): string {
  if (lengthOf(line) <= longest) return line
  let kept = line
  while (kept !== '' && lengthOf(kept) > longest - 1) kept = kept.slice(0, -1)
  return `${kept.trimEnd()}…`
}

function byDirection<T>(cosine: number, positive: T, none: T, negative: T): T {
  if (cosine > 0.2) return positive
  return cosine < -0.2 ? negative : none
}

// The same inset at every radius makes the gaps between sectors parallel.
function insetAt(radius: number, gap: number): number {
  return (0.8 * gap) / radius
}

function ringPath(sector: Sector, inner: number, outer: number, gap: number): string {
  const far = insetAt(outer, gap)
  const near = insetAt(inner, gap)
  const out = arcPath(outer, sector.from + far, sector.to - far)
  const back = arcPath(inner, sector.to - near, sector.from + near)
  return `${out}${back.replace('M', 'L')}Z`
}

function arcPath(radius: number, from: number, to: number): string {
  const start = pointAt(radius, from)
  const end = pointAt(radius, to)
  const large = Math.abs(to - from) > Math.PI ? 1 : 0
  const sweep = to >= from ? 1 : 0
  const r = round(radius)
  return `M${start.x} ${start.y}A${r} ${r} 0 ${large} ${sweep} ${end.x} ${end.y}`
}

function clamp(value: number): number {
  return Math.min(1, Math.max(0, value))
}

function round(value: number): number {
  return Math.round(value * 100) / 100 + 0
}
