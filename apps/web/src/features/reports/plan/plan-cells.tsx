import { PLAN_STATUSES } from 'contract/enumerations'
import { PLAN_STATUS_LABELS } from 'contract/labels'
import type { Plan, PlannedAction } from 'contract/plan'
import { CalendarX } from 'lucide-react'
import { useState } from 'react'
import { isolated } from '#core/isolated.ts'
import { Badge } from '#ui/badge.tsx'
import { ContentText, useContentText } from '#ui/content-text.tsx'
import { OwnText } from '#ui/own-text.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { TextField } from '#ui/text-field.tsx'
import { formatDay, isOverdue } from './plan-texts.ts'
import type { ChangeActions } from './use-change-actions.ts'

/** What is to be done, about which statement of which report. */
export function ActionCell({ action, plan }: { action: PlannedAction; plan: Plan }) {
  const { title, statement, note, statement_key: key } = action
  const content = useContentText()
  return (
    <div className="min-w-52 py-1">
      <p {...content} className="wrap-anywhere">
        {title}
      </p>
      <p className="mt-0.5 text-13 font-normal text-muted-foreground">
        <bdi translate="no" className="me-1.5 font-medium">
          {statement?.reference ?? key}
        </bdi>
        {statement ? (
          <ContentText className="wrap-anywhere">{statement.text}</ContentText>
        ) : (
          'The content set no longer has this statement.'
        )}
        {action.is_in_scope === false && (
          <Badge className="ms-2 align-middle">Outside the scope</Badge>
        )}
      </p>
      {note !== '' && (
        <p
          dir="auto"
          className="mt-1 line-clamp-3 border-s-2 ps-2 text-13 font-normal wrap-anywhere whitespace-pre-line text-subtle-foreground"
        >
          {note}
        </p>
      )}
      <p className="mt-0.5 text-13 font-normal text-muted-foreground">
        <OwnText>{plan.report?.title ?? String(plan.year)}</OwnText>
      </p>
    </div>
  )
}

interface CellProps {
  action: PlannedAction
  changing: ChangeActions
}

const SMALL = 'h-9 min-w-0 text-14'

export function OwnerCell({ action, changing, plan }: CellProps & { plan: Plan }) {
  const { owner, needs_person: needsPerson, may, title } = action
  const badge = needsPerson && <Badge variant="warning">Needs a new person</Badge>
  if (may !== 'everything')
    return (
      <span className="inline-flex flex-wrap items-center gap-2">
        {owner ? <bdi translate="no">{owner.name}</bdi> : 'No owner'}
        {badge}
      </span>
    )
  const isListed = owner === null || plan.people.some(({ id }) => id === owner.id)
  const options = [...(isListed ? [] : [owner]), ...plan.people]
  return (
    <span className="flex flex-col items-start gap-1.5">
      <SelectField
        label={`Owner of ${isolated(title)}`}
        isLabelHidden
        fieldClassName="w-52"
        className={SMALL}
        translate="no"
        placeholder="No owner"
        value={owner?.id ?? ''}
        options={options.map(({ id, name }) => ({ value: String(id), label: name }))}
        onChange={({ target }) =>
          changing.mutate({
            actions: [action],
            change: { owner_id: target.value === '' ? null : Number(target.value) },
          })
        }
      />
      {badge}
    </span>
  )
}

export function DueCell({ action, changing }: CellProps) {
  const { due_on: dueOn, may } = action
  const late = isOverdue(action) && (
    <Badge variant="destructive" icon={<CalendarX />}>
      Overdue
    </Badge>
  )
  return (
    <span className="flex flex-col items-start gap-1.5">
      {may === 'everything' ? (
        <DueField key={`${dueOn}-${changing.failureCount}`} action={action} changing={changing} />
      ) : (
        (dueOn && formatDay(dueOn)) || 'No date'
      )}
      {late}
    </span>
  )
}

/** Saved when the field is left, because a browser reports every part of a date that is typed. */
function DueField({ action, changing }: CellProps) {
  const saved = action.due_on ?? ''
  const [typed, setTyped] = useState(saved)
  function save({ validity }: HTMLInputElement) {
    if (!validity.valid || typed === saved) return
    changing.mutate({ actions: [action], change: { due_on: typed === '' ? null : typed } })
  }
  return (
    <TextField
      label={`Due date of ${isolated(action.title)}`}
      isLabelHidden
      type="date"
      fieldClassName="w-34 lg:w-40"
      className={SMALL}
      value={typed}
      onChange={({ target }) => setTyped(target.value)}
      onBlur={({ currentTarget }) => save(currentTarget)}
      onKeyDown={({ key, currentTarget }) => key === 'Enter' && save(currentTarget)}
    />
  )
}

export function StatusCell({ action, changing }: CellProps) {
  const { status, may, title } = action
  if (may === 'nothing') return <>{PLAN_STATUS_LABELS[status]}</>
  return (
    <SelectField
      label={`Status of ${isolated(title)}`}
      isLabelHidden
      fieldClassName="w-32 lg:w-36"
      className={SMALL}
      value={status}
      options={STATUS_OPTIONS}
      onChange={({ target }) => {
        const chosen = PLAN_STATUSES.find((one) => one === target.value)
        if (chosen) changing.mutate({ actions: [action], change: { status: chosen } })
      }}
    />
  )
}

export const STATUS_OPTIONS = PLAN_STATUSES.map((value) => ({
  value,
  label: PLAN_STATUS_LABELS[value],
}))
