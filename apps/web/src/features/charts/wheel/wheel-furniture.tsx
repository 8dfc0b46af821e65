import { cn } from '#ui/cn.ts'
import { pointAt, radiusOf, type Wheel, type WheelSize } from './wheel-geometry.ts'

export function WheelHatch({ id }: { id: string }) {
  return (
    <pattern
      id={id}
      width="5"
      height="5"
      patternUnits="userSpaceOnUse"
      patternTransform="rotate(45)"
    >
      <rect width="1.5" height="5" fill="var(--state-future)" />
    </pattern>
  )
}

export function WheelLevels({ wheel, names }: { wheel: Wheel; names: readonly string[] }) {
  return (
    <g aria-hidden="true" className="pointer-events-none">
      {names.map((name, index) => {
        const { y } = pointAt(radiusOf(wheel, index + 0.5), 0)
        const width = name.length === 1 ? 17 : 12 + 7 * name.length
        return (
          <g key={name} transform={`translate(0 ${y})`}>
            <rect
              x={-width / 2}
              y={-8.5}
              width={width}
              height={17}
              rx={8.5}
              fill="var(--mark-surface, var(--card))"
            />
            <text
              y={4.2}
              textAnchor="middle"
              className="text-[12px] font-semibold"
              fill="var(--subtle-foreground)"
            >
              {name}
            </text>
          </g>
        )
      })}
    </g>
  )
}

type WheelCentreProps = { size: WheelSize; figure: string; caption: string }

export function WheelCentre({ size, figure, caption }: WheelCentreProps) {
  const isLarge = size === 'desktop'
  return (
    <g aria-hidden="true" textAnchor="middle" className="pointer-events-none">
      <text
        y={isLarge ? 4 : 2}
        className={cn('font-semibold tracking-[-0.026em]', isLarge ? 'text-[38px]' : 'text-[27px]')}
        fill="var(--foreground)"
      >
        {figure}
      </text>
      <text y={isLarge ? 27 : 19} className="text-[13px]" fill="var(--muted-foreground)">
        {caption}
      </text>
    </g>
  )
}
