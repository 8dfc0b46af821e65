/** One closed line. Every fourth is an index line, drawn stronger as on a map. */
export type Contour = { isIndex: boolean; points: [x: number, y: number][] }

type Hill = { x: number; y: number; lines: number; step: number }

const POINTS = 72
const INDEX_EVERY = 4
/** With more corners, lines could touch. */
const MAX_CORNERS = 12
const HEIGHT = 0.2
/** Turn in radians from the innermost to the outermost line. */
const TURN = 0.5

/** Draws scores as the contour lines of a hill. Higher scores reach further out. */
export function scoreContours(scores: readonly number[], hill: Hill): Contour[] {
  const corners = cornersOf(scores)
  return Array.from({ length: hill.lines }, (_, index) => {
    const outward = (index + 1) / hill.lines
    const points = Array.from({ length: POINTS }, (_, at): [number, number] => {
      const angle = (2 * Math.PI * at) / POINTS
      const height = heightAt(corners, angle + TURN * outward)
      const radius = hill.step * hill.lines * outward * (1 + HEIGHT * height)
      return [
        rounded(hill.x + radius * Math.cos(angle - Math.PI / 2)),
        rounded(hill.y + radius * Math.sin(angle - Math.PI / 2)),
      ]
    })
    return { isIndex: index % INDEX_EVERY === 0, points }
  })
}

/** Scales scores around their mean to -1 to 1. Beyond twelve, neighbours are averaged. */
function cornersOf(scores: readonly number[]): number[] {
  if (scores.length === 0) return [0]
  const size = Math.ceil(scores.length / MAX_CORNERS)
  const groups = Array.from({ length: Math.ceil(scores.length / size) }, (_, index) =>
    meanOf(scores.slice(index * size, (index + 1) * size)),
  )
  const mean = meanOf(groups)
  const widest = Math.max(0.1, ...groups.map((score) => Math.abs(score - mean)))
  return groups.map((score) => (score - mean) / widest)
}

function heightAt(corners: readonly number[], angle: number): number {
  const place = ((angle / (2 * Math.PI)) * corners.length) % corners.length
  const from = corners[Math.floor(place) % corners.length] ?? 0
  const to = corners[Math.ceil(place) % corners.length] ?? 0
  const share = (1 - Math.cos(Math.PI * (place - Math.floor(place)))) / 2
  return from + (to - from) * share
}

function meanOf(values: readonly number[]) {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length
}

function rounded(value: number) {
  return Math.round(value * 10) / 10
}
