import { piecesOf, wideLetters } from './label-text.ts'
import { curveLinearClosed, lineRadial } from 'd3-shape'

export function angleOf(index: number, axes: number): number {
  return (index / axes) * 2 * Math.PI
}

/** A line through one radius per axis; null is a gap, not a zero. */
export function outlineOf(radii: readonly (number | null)[]): string {
  const corners = radii.map((radius, index) => ({ radius, angle: angleOf(index, radii.length) }))
  const line = lineRadial<(typeof corners)[number]>()
    .angle(({ angle }) => angle)
    .radius(({ radius }) => radius ?? 0)
    .defined(({ radius }) => radius !== null)
  const gap = radii.indexOf(null)
  if (gap === -1) return line.curve(curveLinearClosed)(corners) ?? ''
  // Starts after a gap, so that the line continues across 12 o'clock.
  return line([...corners.slice(gap), ...corners.slice(0, gap)]) ?? ''
}

/** At most `most` lines of `room` pixels; longer text ends in an ellipsis. */
export function labelLines(text: string, room: number, most: number): string[] {
  const lines: string[] = []
  for (const piece of piecesOf(text)) {
    const longer = (lines.at(-1) ?? '') + piece
    if (lines.length > 0 && widthOf(longer) <= room) lines[lines.length - 1] = longer
    else lines.push(piece.trimStart())
  }
  const isCut = (index: number) => index === most - 1 && lines.length > most
  return lines.slice(0, most).map((line, index) => shortened(line, room, isCut(index)))
}

const NARROW = /[ .,:;'’()\-/1Ifijlrt]/g
const WIDE = /[mwMWGOQ—…]/g

/** Approximate width at 13 px in the narrow font. */
function widthOf(text: string): number {
  const narrow = text.match(NARROW)?.length ?? 0
  const wide = text.match(WIDE)?.length ?? 0
  return 6.4 * text.length - 3 * narrow + 2.6 * wide + 6.6 * wideLetters(text)
}

function shortened(line: string, room: number, isCut: boolean): string {
  if (!isCut && widthOf(line) <= room) return line
  let kept = line
  while (kept !== '' && widthOf(`${kept}…`) > room) kept = kept.slice(0, -1)
  return `${kept.trimEnd()}…`
}
