import { scoreContours } from 'brand/score-contours'

interface ScoreHillProps {
  /** The certified scores: every certificate has its own hill. */
  scores: readonly number[]
  isValid: boolean
}

const HILL = { x: 706, y: 168, lines: 15, step: 13 }

/** The certificate's own contours, at the right of its panel. */
export function ScoreHill({ scores, isValid }: ScoreHillProps) {
  return (
    <svg
      viewBox="0 0 876 336"
      preserveAspectRatio="xMaxYMid slice"
      aria-hidden="true"
      className={`absolute inset-0 size-full fill-none ${isValid ? 'stroke-brand-panel-line' : 'stroke-border'}`}
    >
      {scoreContours(scores, HILL).map(({ points, isIndex }) => {
        const path = `M${points.map(([x, y]) => `${x} ${y}`).join('L')}Z`
        return <path key={path} d={path} strokeWidth={isIndex ? 2 : 1.2} />
      })}
    </svg>
  )
}
