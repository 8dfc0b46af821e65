import type { ComponentProps } from 'react'
import { contours } from './contours.ts'

interface ContourLinesProps extends Omit<ComponentProps<'g'>, 'x' | 'y'> {
  seed: string
  hill: Parameters<typeof contours>[1]
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
