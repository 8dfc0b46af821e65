import { ContourLines } from './contour-lines.tsx'

interface LostRouteProps {
  /** The tenant's domain. */
  seed: string
  className?: string | undefined
}

/** For the page that is not there: the way stops before it arrives. */
export function LostRoute({ seed, className = 'size-full' }: LostRouteProps) {
  return (
    <svg
      viewBox="0 0 900 780"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
      className={className}
    >
      <ContourLines
        seed={seed}
        hill={{ x: 530, y: 375, lines: 16, step: 27 }}
        className="stroke-input/50 dark:stroke-border"
      />
      <g className="fill-none stroke-primary-ui" strokeLinecap="round">
        <path d="M210 582C318 578 280 450 378 438" strokeWidth="4" />
        <path d="M388 436C424 430 444 402 458 362" strokeWidth="4" strokeDasharray="0 10.5" />
      </g>
      <circle cx="210" cy="582" r="11.5" className="fill-primary-ui" />
    </svg>
  )
}
