export type Corner = { x: number; y: number }

/** The sides between neighbours that both have a score; where one has none there is a gap, never a zero. */
export function outlineOf(corners: readonly (Corner | null)[]): string {
  const whole = corners.filter((corner) => corner !== null)
  if (whole.length === corners.length) return `M${whole.map(placeOf).join('L')}Z`
  return corners
    .map((corner, index) => ({ from: corner, to: corners[(index + 1) % corners.length] }))
    .flatMap(({ from, to }) => (from && to ? `M${placeOf(from)}L${placeOf(to)}` : []))
    .join('')
}

/** Lines of at most `room` pixels, `most` of them; what does not fit ends in an ellipsis. */
export function labelLines(text: string, room: number, most: number): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const longer = [...lines.slice(-1), word].join(' ')
    if (lines.length > 0 && widthOf(longer) <= room) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  const isCut = (index: number) => index === most - 1 && lines.length > most
  return lines.slice(0, most).map((line, index) => shortened(line, room, isCut(index)))
}

const NARROW = /[ .,:;'’()\-/1Ifijlrt]/g
const WIDE = /[mwMWGOQ—…]/g

/** About as wide as 13 px of the narrow cut come out. */
function widthOf(text: string): number {
  const narrow = text.match(NARROW)?.length ?? 0
  const wide = text.match(WIDE)?.length ?? 0
  return 6.4 * text.length - 3 * narrow + 2.6 * wide
}

function shortened(line: string, room: number, isCut: boolean): string {
  if (!isCut && widthOf(line) <= room) return line
  let kept = line
  while (kept !== '' && widthOf(`${kept}…`) > room) kept = kept.slice(0, -1)
  return `${kept.trimEnd()}…`
}

function placeOf({ x, y }: Corner): string {
  return `${x},${y}`
}
