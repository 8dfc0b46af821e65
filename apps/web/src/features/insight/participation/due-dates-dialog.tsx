import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { DueDate } from 'contract/due-dates'
import { ASSESSMENT_TYPE_LABELS } from 'contract/labels'
import { useState, type SyntheticEvent } from 'react'
import { plural } from 'rules/plural'
import { api } from '#core/api.ts'
import { ApiError } from '#core/api-error.ts'
import { isolated } from '#core/isolated.ts'
import { showSuccess } from '#core/toast.ts'
import { FailureAlert } from '#support/failure-alert.tsx'
import { useSys } from '#support/sys.ts'
import { Button } from '#ui/button.tsx'
import { Dialog, DialogClose } from '#ui/dialog.tsx'
import { Form } from '#ui/form.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { TextField } from '#ui/text-field.tsx'
import { dueDatesQuery } from './due-dates-query.ts'

interface DueDatesDialogProps {
  tenantId: number
  year: number
  onClose: () => void
}

/** When each content set on offer is due. */
export function DueDatesDialog({ tenantId, year, onClose }: DueDatesDialogProps) {
  const isMailOff = useSys()?.is_mail_off
  const { data, error } = useQuery(dueDatesQuery(tenantId, year))
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`Due dates for ${year}`}
      description={
        isMailOff
          ? 'Respondents see the date. Email is turned off. Emails about the date are sent when email is turned on.'
          : 'Respondents see the date. Respondents who haven’t finished get an email 7 days before, 1 day before and on the day, and then every week. They can turn these emails off.'
      }
    >
      {data ? (
        <Dates {...{ tenantId, year, onClose }} tasks={data.tasks} today={data.today} />
      ) : (
        <>
          {error === null && <Spinner />}
          <FailureAlert error={error} title="The due dates could not be loaded." />
        </>
      )}
    </Dialog>
  )
}

interface DatesProps extends DueDatesDialogProps {
  tasks: readonly DueDate[]
  today: string
}

const NOT_SAVED = {
  one: 'The due date was not saved.',
  other: 'Not all due dates were saved.',
}

function Dates({ tenantId, year, tasks, today, onClose }: DatesProps) {
  const queryClient = useQueryClient()
  const [values, setValues] = useState(() => tasks.map(({ due_on }) => due_on ?? ''))
  const [faults, setFaults] = useState<Record<number, string>>({})
  const save = useMutation({
    mutationFn: async (changes: readonly number[]) => {
      for (const index of changes) await saveOne(index)
    },
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: api.dueDates.list.key })
      showSuccess('Due dates saved')
      onClose()
    },
  })

  async function saveOne(index: number) {
    const task = tasks[index]
    if (!task) return
    const { family_id, type } = task
    const body = { family_id, year, type, due_on: values[index] || null }
    try {
      await api.dueDates.set.call({ params: { id: tenantId }, body })
    } catch (error) {
      const refused = error instanceof ApiError ? error.fields['due_on'] : undefined
      if (refused !== undefined) setFaults({ [index]: refused })
      throw error
    }
  }

  function submit(event: SyntheticEvent<HTMLFormElement>) {
    const inputs = [...event.currentTarget.querySelectorAll('input')]
    const found = Object.fromEntries(
      tasks.flatMap(({ due_on }, index) => {
        const value = values[index] ?? ''
        // For a partial date the browser reports an empty value.
        if (inputs[index]?.validity.badInput) return [[index, HALF_DATE]]
        const isPast = value !== '' && value !== due_on && value < today
        return isPast ? [[index, 'Choose today or a later date']] : []
      }),
    )
    setFaults(found)
    const [first] = Object.keys(found)
    if (first !== undefined) return inputs[Number(first)]?.focus()
    save.mutate(
      tasks.flatMap(({ due_on }, index) => (values[index] === (due_on ?? '') ? [] : [index])),
    )
  }

  if (tasks.length === 0)
    return <p>{`No content set is published for ${year}. Publish one first.`}</p>
  return (
    <Form onSubmit={submit}>
      <div className="space-y-4">
        {tasks.map((task, index) => (
          <TextField
            key={`${task.family_id} ${task.type}`}
            type="date"
            label={`${isolated(task.title)}: ${ASSESSMENT_TYPE_LABELS[task.type]}`}
            isOptional
            min={today}
            fieldClassName="max-w-80"
            value={values[index] ?? ''}
            onChange={({ target }) => {
              setValues(values.with(index, target.value))
              setFaults({})
            }}
            error={faults[index]}
          />
        ))}
      </div>
      <FailureAlert
        error={Object.keys(faults).length > 0 ? null : save.error}
        title={plural(save.variables?.length ?? 0, NOT_SAVED)}
      />
      <div className="mt-6 flex flex-wrap justify-end gap-3 max-sm:*:grow">
        <DialogClose asChild>
          <Button variant="outline">Cancel</Button>
        </DialogClose>
        <Button type="submit" isLoading={save.isPending}>
          Save due dates
        </Button>
      </div>
    </Form>
  )
}

const HALF_DATE = 'Enter a date with a day, month and year, or clear the field'
