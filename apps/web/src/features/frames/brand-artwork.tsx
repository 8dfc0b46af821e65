import { useId } from 'react'
import { ContourLines } from './contour-lines.tsx'

export function BrandArtwork({ seed }: { seed: string }) {
  const id = useId()
  return (
    <svg
      viewBox="0 0 840 900"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
      className="size-full"
    >
      <defs>
        <linearGradient id={`${id}-fade`} x2="0" y2="1">
          <stop offset="0.72" stopColor="white" />
          <stop offset="0.86" stopColor="black" />
        </linearGradient>
        <mask id={`${id}-mask`} maskUnits="userSpaceOnUse" x="0" y="0" width="840" height="900">
          <rect width="840" height="900" fill={`url(#${id}-fade)`} />
        </mask>
      </defs>
      <rect width="840" height="900" className="fill-brand-panel" />
      <ContourLines
        seed={seed}
        hill={{ x: 515, y: 329, lines: 23, step: 19 }}
        mask={`url(#${id}-mask)`}
        className="stroke-brand-panel-line"
      />
      <g className="fill-none stroke-brand-panel-foreground" strokeLinecap="round">
        <path d="M142 720C250 716 204 534 302 526" strokeWidth="4" />
        <path d="M302 526C412 510 380 352 488 335" strokeWidth="4" strokeDasharray="0 10.5" />
        <circle cx="302" cy="526" r="7" strokeWidth="4" className="fill-brand-panel" />
        <path
          d="M515 311L533 329L515 347L497 329Z"
          strokeWidth="4"
          strokeLinejoin="round"
          className="fill-brand-panel"
        />
      </g>
      <circle cx="142" cy="720" r="13" className="fill-brand-panel-foreground" />
    </svg>
  )
}

export function BrandStrip({ seed, className }: { seed: string; className: string }) {
  return (
    <svg
      viewBox="0 0 390 104"
      preserveAspectRatio="xMaxYMid slice"
      aria-hidden="true"
      className={className}
    >
      <rect width="390" height="104" className="fill-brand-panel" />
      <ContourLines
        seed={seed}
        hill={{ x: 288, y: 54, lines: 12, step: 31 }}
        className="stroke-brand-panel-line"
      />
    </svg>
  )
}
