/** Colours of the heatmap; the step after the fourth is at two thirds, level 3 of 4. */
const CLASSES = [
  { below: 1 / 6, look: 'bg-heat-1 text-heat-ink-low' },
  { below: 1 / 3, look: 'bg-heat-2 text-heat-ink-low' },
  { below: 1 / 2, look: 'bg-heat-3 text-heat-ink-low' },
  { below: 2 / 3, look: 'bg-heat-4 text-heat-ink-low' },
  { below: 5 / 6, look: 'bg-heat-5 text-heat-ink-high' },
  { below: Infinity, look: 'bg-heat-6 text-heat-ink-high' },
] as const

export const HEAT_LOOKS = CLASSES.map(({ look }) => look)

export function heatLook(score: number) {
  return CLASSES.find(({ below }) => score < below - 1e-9)?.look ?? HEAT_LOOKS.at(-1)
}
