import type { ReactNode } from 'react'
import { CertifiedMark, StateMarks } from './mark.tsx'

const STEM = 13

type LineMarksProps = {
  current: number | null
  future: number | null
  certified: number | null
  s: number
  width: number
  dash: string
}

export function LineMarks({ current, future, certified, s, width, dash }: LineMarksProps) {
  return (
    <>
      {current !== null && future !== null && (
        <line
          x1={percent(current)}
          x2={percent(future)}
          y1="50%"
          y2="50%"
          stroke="var(--state-future)"
          strokeWidth={width}
          strokeDasharray={dash}
        />
      )}
      {certified !== null && <CertifiedOnStem value={certified} />}
      <StateMarks {...{ current, future, s }} place={at} />
    </>
  )
}

export function percent(fraction: number): string {
  return `${fraction * 100}%`
}

/** Above the line, so that equal values stay visible. */
function CertifiedOnStem({ value }: { value: number }) {
  return at(
    value,
    <>
      <line y2={-STEM} stroke="var(--state-certified)" strokeWidth={1.8} />
      <g transform={`translate(0 ${-STEM})`}>
        <CertifiedMark s={6.5} />
      </g>
    </>,
  )
}

function at(value: number, mark: ReactNode) {
  return (
    <svg x={percent(value)} y="50%" className="overflow-visible">
      {mark}
    </svg>
  )
}
