import '#features/charts/charts.css'
import { useId, useRef, useState, type KeyboardEvent } from 'react'
import { formatNumber, plural } from 'rules/plural'
import { bandNames, type ProfileElement, type Scale } from '#features/charts/profile.ts'
import { useWidth } from '#features/charts/use-width.ts'
import { WheelCentre, WheelHatch, WheelLevels } from './wheel-furniture.tsx'
import { focusPath, sectorOf, wheelOf, wheelSizeFor } from './wheel-geometry.ts'
import { WheelLabel } from './wheel-label.tsx'
import { WheelSectorLink } from './wheel-sector.tsx'
import { type WheelSector, wheelSectors } from './wheel-sectors.ts'

const MAX_NAMES = 12

type WheelProps = {
  elements: readonly ProfileElement[]
  scale: Scale
  highlighted: number | null
  onHighlight: (id: number | null) => void
  onNavigate: (to: string) => void
  completedIds: readonly number[]
}

export function Wheel(props: WheelProps) {
  const { elements, scale } = props
  const [box, width] = useWidth()
  const [active, setActive] = useState(0)
  const [focused, setFocused] = useState<number | null>(null)
  const links = useRef<(HTMLAnchorElement | null)[]>([])
  const hatch = useId()
  const sectors = wheelSectors(elements)
  if (sectors === null) return null

  const size = width === null ? null : wheelSizeFor(width)
  const wheel = wheelOf(size ?? 'desktop', bandNames(scale).length)
  const hasNames = size === 'desktop' && sectors.length <= MAX_NAMES
  const shapes = sectors.map((element, index) => {
    const sector = sectorOf(index, sectors.length)
    return { element, scale, wheel, sector, hasName: hasNames }
  })

  function moveFocus(event: KeyboardEvent) {
    const next = nextIndex(event.key, focused ?? active, shapes.length)
    if (next === undefined) return
    event.preventDefault()
    links.current[next]?.focus()
  }

  return (
    <div ref={box} className="chart [--mark-surface:var(--background)]">
      {size !== null && (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- arrow keys bubble up from its links
        <svg
          viewBox={`${-wheel.width / 2} ${-wheel.height / 2} ${wheel.width} ${wheel.height}`}
          // Coordinates and anchors are from the left.
          direction="ltr"
          className="mx-auto block w-full overflow-visible"
          style={{ maxWidth: wheel.width }}
          role="group"
          aria-label={describeWheel(elements)}
          onKeyDown={moveFocus}
        >
          <WheelHatch id={hatch} />
          {shapes.map((shape, index) => (
            <WheelSectorLink
              key={shape.element.id}
              {...shape}
              linkRef={(link) => {
                links.current[index] = link
              }}
              count={shapes.length}
              hatch={hatch}
              isHighlighted={includes(shape.element, props.highlighted)}
              isJustCompleted={props.completedIds.some((id) => includes(shape.element, id))}
              isTabStop={index === Math.min(active, shapes.length - 1)}
              onNavigate={props.onNavigate}
              onPoint={(isPointedAt) => props.onHighlight(isPointedAt ? shape.element.id : null)}
              onFocus={(isVisible) => {
                setActive(index)
                setFocused(isVisible ? index : null)
              }}
              onBlur={() => setFocused(null)}
            />
          ))}
          <g aria-hidden="true" className="pointer-events-none">
            {shapes.map((shape) => (
              <WheelLabel key={shape.element.id} {...shape} />
            ))}
          </g>
          <WheelLevels wheel={wheel} names={bandNames(scale)} />
          <WheelCentre size={size} {...answeredOf(elements)} />
          {focused !== null && (
            <path
              d={focusPath(wheel, sectorOf(focused, shapes.length))}
              fill="none"
              stroke="var(--ring)"
              strokeWidth={2.5}
              strokeLinejoin="round"
              className="pointer-events-none"
            />
          )}
        </svg>
      )}
    </div>
  )
}

function includes(element: WheelSector, id: number | null): boolean {
  return id !== null && element.ids.includes(id)
}

function nextIndex(key: string, index: number, count: number): number | undefined {
  const steps: Record<string, number> = {
    ArrowRight: (index + 1) % count,
    ArrowLeft: (index + count - 1) % count,
    Home: 0,
    End: count - 1,
  }
  return steps[key]
}

function answeredOf(elements: readonly ProfileElement[]) {
  const answered = elements.reduce((sum, element) => sum + element.answered, 0)
  const total = elements.reduce((sum, element) => sum + element.total, 0)
  const percent = total === 0 ? 0 : Math.round((answered / total) * 100)
  const caption = `${formatNumber(answered)} of ${formatNumber(total)}`
  return { figure: `${percent}%`, caption, answered, total }
}

function describeWheel(elements: readonly ProfileElement[]): string {
  const { figure, answered, total } = answeredOf(elements)
  const complete = elements.filter((element) => element.isComplete).length
  const statements = plural(total, { one: '# statement', other: '# statements' })
  const all = plural(elements.length, { one: '# element', other: '# elements' })
  return `Elements: ${formatNumber(answered)} of ${statements} answered (${figure}), ${formatNumber(complete)} of ${all} complete`
}
