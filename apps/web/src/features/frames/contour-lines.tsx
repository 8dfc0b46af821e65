import type { ComponentProps } from 'react'

interface ContourLinesProps extends Omit<ComponentProps<'g'>, 'x' | 'y'> {
  seed: string
  hill: Hill
}

export function ContourLines({ seed, hill, ...group }: ContourLinesProps) {
  return (
    <g fill="none" {...group}>
      {contours(seed, hill).map(({ path, isIndex }) => (
        <path key={path} d={path} strokeWidth={isIndex ? 2 : 1.2} />
      ))}
    </g>
  )
}

type Harmonic = ReturnType<typeof harmonicsOf>[number]

interface Hill {
  x: number
  y: number
  lines: number
  step: number
}

const POINTS = 48
const INDEX_EVERY = 4

/** The same seed always gives the same hill; its lines never touch. */
export function contours(seed: string, hill: Hill) {
  const harmonics = harmonicsOf(seed)
  return Array.from({ length: hill.lines }, (_, index) => {
    const outward = (index + 1) / hill.lines
    return {
      path: closedCurve(linePoints(harmonics, outward, hill)),
      isIndex: (index + 1) % INDEX_EVERY === 0,
    }
  })
}

/** Distance from the top, as a factor of the mean; rises with `outward` in every direction. */
export function reach(harmonics: readonly Harmonic[], outward: number, angle: number) {
  const waves = harmonics.map(
    ({ frequency, height, phase, drift }) =>
      height * Math.cos(frequency * angle + phase + drift * outward),
  )
  return outward * (1 + waves.reduce((sum, wave) => sum + wave, 0))
}

/**
 * Lines cannot cross while the sum of height * (1 + drift) stays under 1:
 * then the slope of `reach` along `outward` is positive everywhere.
 */
export function harmonicsOf(seed: string) {
  const random = randomFrom(seed)
  return [0.16, 0.12, 0.09, 0.05].map((height, index) => ({
    frequency: index + 1,
    height: height * (0.75 + 0.25 * random()),
    phase: 2 * Math.PI * random(),
    drift: 2 * random() - 1,
  }))
}

function linePoints(harmonics: readonly Harmonic[], outward: number, hill: Hill) {
  return Array.from({ length: POINTS }, (_, index) => {
    const angle = (2 * Math.PI * index) / POINTS
    const radius = hill.step * hill.lines * reach(harmonics, outward, angle)
    return { x: hill.x + radius * Math.cos(angle), y: hill.y + radius * Math.sin(angle) }
  })
}

function closedCurve(points: { x: number; y: number }[]) {
  const at = (index: number) => points.at(index % points.length) ?? { x: 0, y: 0 }
  const pieces = points.map((from, index) => {
    const before = at(index - 1)
    const to = at(index + 1)
    const after = at(index + 2)
    return `C${short(from.x + (to.x - before.x) / 6)} ${short(from.y + (to.y - before.y) / 6)} ${short(to.x - (after.x - from.x) / 6)} ${short(to.y - (after.y - from.y) / 6)} ${short(to.x)} ${short(to.y)}`
  })
  return `M${short(at(0).x)} ${short(at(0).y)}${pieces.join('')}Z`
}

function short(value: number) {
  return Math.round(value * 10) / 10
}

/** FNV-1a to start, mulberry32 to go on: small, and the same on every machine. */
function randomFrom(seed: string) {
  let state = 0x811c9dc5
  for (const character of seed) {
    state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 0x01000193)
  }
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
