import { isolated } from '#core/isolated.ts'
import type { ReportAction, ReportElement, ReportSnapshot } from 'contract/reports'
import { actionsHint } from 'rules/action-labels'
import { Route } from 'lucide-react'
import { formatNumber } from 'rules/plural'
import { referenceOf } from 'rules/reference'
import { ACTION_SORTS, type ActionSort, hasEffort, sortActions } from 'rules/sort-actions'
import { REPORT_TITLES } from 'rules/report-titles'
import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Segment } from '#ui/segment.tsx'
import { useContentText } from '#ui/content-text.tsx'
import { OwnText } from '#ui/own-text.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { ActionsTable } from './report-actions-table.tsx'
import { LONG_LIST } from '#features/reports/report-parts.ts'
import type { ReportSearch } from '#features/reports/report-search.ts'
import { ShowMore } from '#features/reports/first-rows.tsx'
import { usePrinting } from '#features/reports/use-printing.ts'

const INITIAL_COUNT = 7

type Filter = Pick<ReportSearch, 'actions' | 'element' | 'sort' | 'show'>

interface ActionsProps {
  snapshot: ReportSnapshot
  search: Filter
  onChange: (choice: Filter) => void
}

/** The screen starts with the first seven actions. Paper shows all. */
export function Actions({ snapshot, search, onChange }: ActionsProps) {
  const isPrinting = usePrinting()
  const { actions } = snapshot
  const heading = (
    <h2 id="actions-title" className="text-21 font-semibold">
      {REPORT_TITLES.actions}
    </h2>
  )
  if (actions.length === 0)
    return (
      <section id="actions" aria-labelledby="actions-title">
        {heading}
        <p className="mt-1 text-15 text-subtle-foreground">
          <OwnText>{actionsHint(snapshot)}</OwnText>
        </p>
      </section>
    )
  const by = search.sort === 'effort' && !hasEffort(snapshot) ? 'gain' : (search.sort ?? 'gain')
  const matching = sortActions(snapshot, by).filter((action) => matchesFilter(action, search))
  const count = Math.max(INITIAL_COUNT, search.show ?? 0)
  return (
    <section id="actions" aria-labelledby="actions-title">
      <header className="mb-3 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div className="max-w-[29rem] print:max-w-none">
          {heading}
          <p className="text-14 text-muted-foreground">
            <OwnText>{actionsHint(snapshot, by)}</OwnText>
          </p>
        </div>
        <Filters {...{ snapshot, search, onChange, by }} />
      </header>
      {matching.length === 0 ? (
        <NoMatchingActions
          isOnPath={search.actions === 'path'}
          onClear={() => onChange({ actions: undefined, element: undefined })}
        />
      ) : (
        <ActionsTable
          {...{ snapshot, by }}
          actions={isPrinting ? matching : matching.slice(0, count)}
        />
      )}
      <ShowMore
        shown={count}
        total={matching.length}
        first={INITIAL_COUNT}
        onShow={(show) => onChange({ show: show > INITIAL_COUNT ? show : undefined })}
        className="mt-2"
      />
    </section>
  )
}

function Filters({ snapshot, search, onChange, by }: ActionsProps & { by: ActionSort }) {
  const { actions, elements } = snapshot
  const onPath = actions.filter((action) => action.is_on_path).length
  const withActions = new Set(actions.map((action) => action.element_id))
  return (
    <div data-print="hide" className="flex flex-wrap gap-3 max-md:w-full">
      {onPath > 0 && (
        <Segment
          label="Actions to show"
          className="max-md:flex max-md:w-full"
          value={search.actions ?? 'all'}
          onValueChange={(value) => onChange({ actions: value === 'path' ? value : undefined })}
          options={[
            { value: 'all', label: `All ${formatNumber(actions.length)}` },
            {
              value: 'path',
              label: `Quickest route, ${formatNumber(onPath)}`,
              icon: <Route />,
            },
          ]}
        />
      )}
      <ElementFilter
        elements={elements.filter(({ id }) => withActions.has(id))}
        chosen={search.element}
        onChoose={(element) => onChange({ element })}
      />
      <SelectField
        label="Sort actions"
        isLabelHidden
        fieldClassName="max-md:w-full md:w-52"
        value={by}
        onChange={({ target }) => {
          const chosen = ACTION_SORTS.find((one) => one === target.value)
          onChange({ sort: chosen === 'gain' ? undefined : chosen })
        }}
        options={ACTION_SORTS.filter((one) => one !== 'effort' || hasEffort(snapshot)).map(
          (value) => ({ value, label: SORT_LABELS[value] }),
        )}
      />
    </div>
  )
}

const SORT_LABELS: Record<ActionSort, string> = {
  gain: 'Biggest gain first',
  effort: 'Least effort first',
  element: 'By element',
}

interface ElementFilterProps {
  elements: readonly ReportElement[]
  chosen: number | undefined
  onChoose: (element: number | undefined) => void
}

/** A long list renders its options just before it opens. */
function ElementFilter({ elements, chosen, onChoose }: ElementFilterProps) {
  const [isNeeded, setNeeded] = useState(elements.length <= LONG_LIST)
  const { lang: language } = useContentText()
  const options = isNeeded ? elements : elements.filter(({ id }) => id === chosen)
  return (
    <SelectField
      label="Element"
      isLabelHidden
      fieldClassName="max-md:w-full md:w-52"
      placeholder="All elements"
      value={chosen ?? ''}
      onPointerDown={() => setNeeded(true)}
      onFocus={() => setNeeded(true)}
      onChange={({ target }) => onChoose(Number(target.value) || undefined)}
      options={options.map((element) => ({
        value: String(element.id),
        label: `${referenceOf(element)} ${isolated(element.title)}`,
        language,
      }))}
    />
  )
}

function matchesFilter(action: ReportAction, search: Filter) {
  if (search.actions === 'path' && !action.is_on_path) return false
  return search.element === undefined || action.element_id === search.element
}

function NoMatchingActions({ isOnPath, onClear }: { isOnPath: boolean; onClear: () => void }) {
  return (
    <div className="flex flex-wrap items-center gap-4 rounded-lg border bg-card px-5 py-6">
      <p className="text-15 text-subtle-foreground">
        <OwnText>
          {isOnPath
            ? 'The quickest route has no actions for this element.'
            : 'There are no actions for this element.'}
        </OwnText>
      </p>
      <Button variant="outline" onClick={onClear}>
        Show all actions
      </Button>
    </div>
  )
}
