import type { ElementProgress } from 'contract/assessments'
import { Link } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import { elementNames } from 'rules/element-names'
import { referenceOf } from 'rules/reference'
import { formatRange } from 'rules/report-labels'
import { ElementRing } from '#features/charts/element-ring.tsx'
import { LevelScale } from '#features/charts/level-scale.tsx'
import type { ProfileElement, Scale } from '#features/charts/profile.ts'
import { ElementTitle } from '#features/assessments/element-title.tsx'
import { elementLink } from '#features/assessments/statement-links.tsx'
import { useTenant } from '#core/tenant.ts'
import { cn } from '#ui/cn.ts'
import { OwnText } from '#ui/own-text.tsx'
import type { ElementListProps } from './element-list.tsx'
import { AssignmentText } from './assignment-text.tsx'
import { answeredText, canStart } from './overview-profile.ts'

interface ElementRowProps extends ElementListProps {
  element: ElementProgress
  chart: ProfileElement
  /** Whether the reference fits into the ring. */
  fits: boolean
  /** Whether the list has only what is assigned to the user. */
  isOfOnePerson: boolean
}

export function ElementRow({ element, chart, fits, ...props }: ElementRowProps) {
  const { overview, scale, onHighlight } = props
  const { year } = useTenant()
  const look = cn(
    'grid min-h-15 w-full grid-cols-[auto_minmax(0,1fr)_auto_auto] items-center gap-x-3 px-4 py-2 text-start -outline-offset-2! hover:bg-muted sm:grid-cols-[auto_minmax(0,1fr)_auto_4.75rem_auto]',
    chart.isNext && 'bg-primary-tint hover:bg-primary-tint',
    props.highlighted === element.id && !chart.isNext && 'bg-muted',
  )
  const point = {
    onPointerEnter: () => onHighlight(element.id),
    onPointerLeave: () => onHighlight(null),
    onFocus: () => onHighlight(element.id),
    onBlur: () => onHighlight(null),
  }
  const isNamed = elementNames(overview.elements)(element) === element.title
  const content = (
    <>
      <ElementRing
        element={chart}
        reference={fits ? referenceOf(element) : null}
        isJustCompleted={props.completedIds.includes(element.id)}
      />
      <span className="min-w-0">
        <ElementTitle
          {...{ element, fits }}
          // Only equal titles and a wheel without names need the reference.
          tickedClassName={isNamed && overview.elements.length <= 12 ? 'md:hidden' : undefined}
        />
        <span className="block text-13 text-muted-foreground">
          <OwnText>{answeredText(element)}</OwnText>
        </span>
        {overview.shared && (
          <AssignmentText
            shared={overview.shared}
            elementId={element.id}
            isComplete={element.is_complete}
            isOfOnePerson={props.isOfOnePerson}
          />
        )}
      </span>
      <Figures chart={chart} scale={scale} />
      <ChevronRight className="size-4.5 shrink-0 stroke-[1.75] text-muted-foreground rtl:rotate-180" />
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
    <Link {...elementLink(overview.assessment.id, element)} className={look} {...point}>
      {content}
    </Link>
  )
}

function Figures({ chart, scale }: { chart: ProfileElement; scale: Scale }) {
  const { current, future, certified } = chart
  if (current === null) {
    return (
      <OwnText className="text-14 text-muted-foreground sm:col-span-2 sm:text-end">
        {chart.answered === 0 ? 'Not started' : 'Not scored'}
      </OwnText>
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
      <OwnText className="text-end text-15 whitespace-nowrap tabular-nums">
        {formatRange(current, future ?? current, scale)}
      </OwnText>
    </>
  )
}
