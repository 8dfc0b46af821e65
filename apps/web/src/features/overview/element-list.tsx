import type { ElementProgress, Overview } from 'contract/assessments'
import { Link } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import { formatRange } from 'rules/report-labels'
import { ElementRing } from '#features/charts/element-ring.tsx'
import { LevelScale } from '#features/charts/level-scale.tsx'
import type { ProfileElement, Scale } from '#features/charts/profile.ts'
import { useTenant } from '#features/session/tenant.ts'
import { cn } from '#ui/cn.ts'
import { answeredText, canStart } from './overview-profile.ts'

interface ElementListProps {
  overview: Overview
  profile: ProfileElement[]
  scale: Scale
  highlighted: number | null
  onHighlight: (id: number | null) => void
  completedId: number | null
  onStart: (elementId: number) => void
}

export function ElementList(props: ElementListProps) {
  const { overview, profile } = props
  const complete = overview.elements.filter((element) => element.is_complete).length
  return (
    <section aria-labelledby="elements">
      <div className="mb-3 flex items-baseline justify-between gap-4">
        <h2 id="elements" className="text-18 font-semibold">
          Elements
        </h2>
        <p className="text-15 text-muted-foreground">
          {complete} of {overview.elements.length} complete
        </p>
      </div>
      <ol className="overflow-hidden rounded-lg border bg-card">
        {overview.elements.map((element, index) => {
          const chart = profile[index]
          if (chart === undefined) return null
          return (
            <li key={element.id} className="border-t first:border-t-0">
              <Row {...props} element={element} chart={chart} />
            </li>
          )
        })}
      </ol>
    </section>
  )
}

interface RowProps extends ElementListProps {
  element: ElementProgress
  chart: ProfileElement
}

function Row({ element, chart, ...props }: RowProps) {
  const { overview, scale, onHighlight } = props
  const { year } = useTenant()
  const look = cn(
    'grid min-h-15 w-full grid-cols-[auto_minmax(0,1fr)_auto_auto] items-center gap-x-3 px-4 py-2 text-left -outline-offset-2! hover:bg-muted sm:grid-cols-[auto_minmax(0,1fr)_auto_4.75rem_auto]',
    chart.isNext && 'bg-primary-tint hover:bg-primary-tint',
    props.highlighted === element.id && !chart.isNext && 'bg-muted',
  )
  const point = {
    onPointerEnter: () => onHighlight(element.id),
    onPointerLeave: () => onHighlight(null),
    onFocus: () => onHighlight(element.id),
    onBlur: () => onHighlight(null),
  }
  const content = (
    <>
      <ElementRing element={chart} isJustCompleted={props.completedId === element.id} />
      <span className="min-w-0">
        <span className="block text-15 font-medium wrap-anywhere">
          {element.is_complete && (
            // The tick replaces the number, which a wheel without names needs.
            <span
              aria-hidden="true"
              className={cn('text-muted-foreground', overview.elements.length <= 12 && 'md:hidden')}
            >
              {element.number}{' '}
            </span>
          )}
          <bdi>{element.title}</bdi>
          {element.is_complete && <span className="sr-only">, complete</span>}
        </span>
        <span className="block text-13 text-muted-foreground">{answeredText(element)}</span>
      </span>
      <Figures chart={chart} scale={scale} />
      <ChevronRight className="size-4.5 shrink-0 stroke-[1.75] text-muted-foreground" />
    </>
  )
  if (overview.assessment === null) {
    return canStart(overview, year) ? (
      <button type="button" className={look} onClick={() => props.onStart(element.id)}>
        {content}
      </button>
    ) : (
      <div className={cn(look, 'hover:bg-transparent [&>svg:last-child]:hidden')}>{content}</div>
    )
  }
  return (
    <Link
      to={element.is_complete ? '/assessment/$id/edit' : '/assessment/$id'}
      params={{ id: String(overview.assessment.id) }}
      search={{ elementId: element.id }}
      className={look}
      {...point}
    >
      {content}
    </Link>
  )
}

function Figures({ chart, scale }: { chart: ProfileElement; scale: Scale }) {
  const { current, future, certified } = chart
  if (current === null) {
    return (
      <span className="text-14 text-muted-foreground sm:col-span-2 sm:text-right">
        {chart.answered === 0 ? 'Not started' : 'Not scored'}
      </span>
    )
  }
  return (
    <>
      <LevelScale
        scale={scale}
        current={current}
        future={future}
        certified={certified}
        className="max-sm:hidden"
      />
      <span className="text-right text-15 whitespace-nowrap tabular-nums">
        {formatRange(current, future ?? current, scale)}
      </span>
    </>
  )
}
