import type { Overview } from 'contract/assessments'
import { useState } from 'react'
import { mayAnswer } from 'rules/shared-work'
import { useUser } from '#core/user.ts'
import type { ProfileElement, Scale } from '#features/charts/profile.ts'
import { FindButton } from '#features/assessments/find-button.tsx'
import { completeText, referencesFit } from '#features/assessments/element-groups.ts'
import { GroupedList } from '#features/assessments/grouped-list.tsx'
import { Segment } from '#ui/segment.tsx'
import { ElementRow } from './element-row.tsx'

export interface ElementListProps {
  overview: Overview
  profile: ProfileElement[]
  scale: Scale
  highlighted: number | null
  onHighlight: (id: number | null) => void
  completedIds: readonly number[]
  onStart: (elementId: number) => void
}

export function ElementList(props: ElementListProps) {
  const { overview, profile } = props
  const { elements, filter, isOfOnePerson } = useAssigned(overview)
  const charts = new Map(profile.map((chart) => [chart.id, chart]))
  const fits = referencesFit(overview.elements)
  return (
    <section aria-labelledby="elements">
      <div className="mb-3 flex items-baseline justify-between gap-4">
        <h2 id="elements" className="text-18 font-semibold">
          Elements
        </h2>
        <div className="flex items-center gap-2">
          <p className="text-15 text-muted-foreground">{completeText(overview.elements)}</p>
          <FindInAssessment overview={overview} />
        </div>
      </div>
      {filter}
      <GroupedList
        elements={elements}
        openId={props.completedIds.at(-1) ?? overview.next?.element_id}
        aside={completeText}
        looks={{
          list: 'overflow-hidden rounded-lg border bg-card *:border-t *:first:border-t-0 not-last:mb-3',
          head: 'mt-4 mb-2 px-4 text-15 font-semibold wrap-anywhere first:mt-0',
        }}
      >
        {(element) => {
          const chart = charts.get(element.id)
          return chart && <ElementRow {...props} {...{ element, chart, fits, isOfOnePerson }} />
        }}
      </GroupedList>
    </section>
  )
}

/** Contributors begin with what is assigned to them. */
function useAssigned({ shared, elements }: Overview) {
  const user = useUser()
  const [isAll, setAll] = useState(false)
  const theirs = elements.filter(({ id }) => mayAnswer(shared, user.id, id))
  if (shared?.role !== 'contributor' || theirs.length === 0)
    return { elements, filter: null, isOfOnePerson: false }
  const filter = (
    <Segment
      label="Elements"
      className="mb-3 max-sm:flex"
      options={[
        { value: 'assigned', label: 'Assigned to me' },
        { value: 'all', label: 'All' },
      ]}
      value={isAll ? 'all' : 'assigned'}
      onValueChange={(value) => setAll(value === 'all')}
    />
  )
  return { elements: isAll ? elements : theirs, filter, isOfOnePerson: !isAll }
}

/** Before it starts, an assessment has no address to go to. */
function FindInAssessment({
  overview: { assessment, elements, content_set },
}: {
  overview: Overview
}) {
  if (!assessment || !content_set) return null
  return (
    <FindButton
      size="xs"
      className="-my-2 -me-3"
      assessment={{ id: assessment.id, elements, language: content_set.language }}
    />
  )
}
