import { useContentText } from '#ui/content-text.tsx'

export type Align = 'start' | 'middle' | 'end'

// In a text from right to left, the start is on the right.
const FLIPPED = { start: 'end', middle: 'middle', end: 'start' } as const

/** For a title in a chart that starts, ends or is centred at a place, seen from the left. */
export function useTitleAnchor(align: Align) {
  const { lang, dir } = useContentText()
  return dir === 'rtl'
    ? ({ lang, direction: 'rtl', textAnchor: FLIPPED[align] } as const)
    : ({ lang, direction: 'ltr', textAnchor: align } as const)
}
