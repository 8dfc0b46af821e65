import type { MouseEvent, Ref } from 'react'
import { describeElement, type ProfileElement, type Scale } from './profile.ts'
import { WheelBands } from './wheel-bands.tsx'
import { type Sector, type Wheel, wedgePath } from './wheel-geometry.ts'
import { LabelArea } from './wheel-label.tsx'
import { WheelRim } from './wheel-rim.tsx'

type WheelSectorLinkProps = {
  linkRef: Ref<HTMLAnchorElement>
  element: ProfileElement
  scale: Scale
  wheel: Wheel
  sector: Sector
  count: number
  hatch: string
  hasName: boolean
  isHighlighted: boolean
  isJustCompleted: boolean
  isTabStop: boolean
  onNavigate: ((to: string) => void) | undefined
  onPoint: (isPointedAt: boolean) => void
  onFocus: (isVisible: boolean) => void
  onBlur: () => void
}

/** One element as a link: its bands, its rim and the place of its label; without an address it is a picture. */
export function WheelSectorLink(props: WheelSectorLinkProps) {
  const { linkRef, onNavigate, onPoint, onFocus, onBlur, ...shape } = props
  const { element, scale, wheel, sector, isTabStop } = shape
  const { to } = element
  const name = describeElement(element, scale)
  const pointer = { onPointerEnter: () => onPoint(true), onPointerLeave: () => onPoint(false) }
  const drawing = (
    <>
      <path
        d={wedgePath(wheel, sector)}
        fill={shape.isHighlighted ? 'var(--track)' : 'transparent'}
      />
      <WheelBands {...shape} />
      <WheelRim {...shape} />
      <LabelArea {...shape} />
    </>
  )
  if (to === undefined) {
    return (
      <g role="img" aria-label={name} {...pointer}>
        {drawing}
      </g>
    )
  }
  return (
    <a
      ref={linkRef}
      href={to}
      aria-label={name}
      tabIndex={isTabStop ? 0 : -1}
      className="outline-none"
      onClick={(event) => navigate(event, to, onNavigate)}
      onFocus={(event) => {
        onPoint(true)
        onFocus(event.currentTarget.matches(':focus-visible'))
      }}
      onBlur={() => {
        onPoint(false)
        onBlur()
      }}
      {...pointer}
    >
      {drawing}
    </a>
  )
}

function navigate(event: MouseEvent, to: string, onNavigate: ((to: string) => void) | undefined) {
  const isPlain = !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
  if (onNavigate === undefined || !isPlain) return
  event.preventDefault()
  onNavigate(to)
}
