import type { ReportAction, ReportSnapshot } from 'contract/reports'
import { actionsHint } from 'rules/action-labels'
import { Route } from 'lucide-react'
import { formatNumber } from 'rules/plural'
import { Button } from '#ui/button.tsx'
import { Segment } from '#ui/segment.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { ActionsTable } from './report-actions-table.tsx'
import type { ReportSearch } from './report-search.ts'

const FIRST = 7

type Choice = Pick<ReportSearch, 'actions' | 'element' | 'show'>

interface ActionsProps {
  snapshot: ReportSnapshot
  search: Choice
  onChange: (choice: Choice) => void
}

/** The screen starts with the first seven; print shows all. */
export function Actions({ snapshot, search, onChange }: ActionsProps) {
  const { actions } = snapshot
  const heading = (
    <h2 id="actions-title" className="text-21 font-semibold">
      Actions
    </h2>
  )
  if (actions.length === 0)
    return (
      <section id="actions" aria-labelledby="actions-title">
        {heading}
        <p className="mt-1 text-15 text-subtle-foreground">{actionsHint(snapshot)}</p>
      </section>
    )
  const shown = actions.filter((action) => isChosen(action, search))
  const isAll = search.show === 'all' || shown.length <= FIRST
  return (
    <section id="actions" aria-labelledby="actions-title">
      <header className="mb-3 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div className="max-w-[29rem]">
          {heading}
          <p className="text-14 text-muted-foreground">{actionsHint(snapshot)}</p>
        </div>
        <Filters {...{ snapshot, search, onChange }} />
      </header>
      {shown.length === 0 ? (
        <NoneChosen onClear={() => onChange({ actions: undefined, element: undefined })} />
      ) : (
        <ActionsTable snapshot={snapshot} actions={shown} first={isAll ? shown.length : FIRST} />
      )}
      {shown.length > FIRST && (
        <p data-print="hide" className="mt-2 text-14 text-subtle-foreground">
          Showing {isAll ? shown.length : FIRST} of {shown.length}.{' '}
          <button
            type="button"
            className="link min-h-11"
            onClick={() => onChange({ show: isAll ? undefined : 'all' })}
          >
            {isAll ? `Show the first ${FIRST}` : `Show all ${shown.length}`}
          </button>
        </p>
      )}
    </section>
  )
}

function Filters({ snapshot, search, onChange }: ActionsProps) {
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
      <SelectField
        label="Element"
        isLabelHidden
        fieldClassName="max-md:w-full md:w-52"
        placeholder="All elements"
        value={search.element ?? ''}
        onChange={({ target }) => onChange({ element: Number(target.value) || undefined })}
        options={elements
          .filter(({ id }) => withActions.has(id))
          .map(({ id, number, title }) => ({ value: String(id), label: `${number} ${title}` }))}
      />
    </div>
  )
}

function isChosen(action: ReportAction, search: Choice) {
  if (search.actions === 'path' && !action.is_on_path) return false
  return search.element === undefined || action.element_id === search.element
}

function NoneChosen({ onClear }: { onClear: () => void }) {
  return (
    <div className="flex flex-wrap items-center gap-4 rounded-lg border bg-card px-5 py-6">
      <p className="text-15 text-subtle-foreground">
        The quickest route has no actions for this element.
      </p>
      <Button variant="outline" onClick={onClear}>
        Show all actions
      </Button>
    </div>
  )
}
