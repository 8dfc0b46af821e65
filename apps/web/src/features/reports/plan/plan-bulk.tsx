import type { Plan, PlannedAction } from 'contract/plan'
import { CalendarDays, ChevronDown, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Dialog, DialogClose } from '#ui/dialog.tsx'
import { Form } from '#ui/form.tsx'
import { Menu, MenuItem } from '#ui/menu.tsx'
import { TextField } from '#ui/text-field.tsx'
import { STATUS_OPTIONS } from './plan-cells.tsx'
import type { useRemoveActions } from './plan-query.ts'
import type { Change, ChangeActions } from './use-change-actions.ts'

interface PlanBulkProps {
  plan: Plan
  rows: readonly PlannedAction[]
  changing: ChangeActions
  removing: ReturnType<typeof useRemoveActions>
  onDone: () => void
}

/** What can be done with the selected actions. */
export function PlanBulk({ plan, rows, changing, removing, onDone }: PlanBulkProps) {
  const [isDating, setDating] = useState(false)
  const change = (wanted: Change) =>
    changing.mutate({ actions: rows, change: wanted }, { onSuccess: onDone })
  const owners = [...plan.people, { id: null, name: 'No owner' }]
  return (
    <>
      <Menu trigger={menuButton('Status')} align="start">
        {STATUS_OPTIONS.map(({ value: status, label }) => (
          <MenuItem key={status} onSelect={() => change({ status })}>
            {label}
          </MenuItem>
        ))}
      </Menu>
      {plan.is_shared && (
        <Menu trigger={menuButton('Owner')} align="start">
          {owners.map(({ id, name }) => (
            <MenuItem
              key={id}
              translate={id === null ? undefined : 'no'}
              onSelect={() => change({ owner_id: id })}
            >
              {name}
            </MenuItem>
          ))}
        </Menu>
      )}
      <Button variant="outline" icon={<CalendarDays />} onClick={() => setDating(true)}>
        Due date
      </Button>
      <Button
        variant="outline"
        icon={<Trash2 />}
        isLoading={removing.isPending}
        onClick={() => removing.mutate(rows, { onSuccess: onDone })}
      >
        Remove
      </Button>
      {isDating && (
        <DueDialog
          onClose={() => setDating(false)}
          onChoose={(dueOn) => {
            setDating(false)
            change({ due_on: dueOn })
          }}
        />
      )}
    </>
  )
}

function menuButton(label: string) {
  return (
    <Button variant="outline" iconEnd={<ChevronDown />}>
      {label}
    </Button>
  )
}

interface DueDialogProps {
  onChoose: (dueOn: string | null) => void
  onClose: () => void
}

function DueDialog({ onChoose, onClose }: DueDialogProps) {
  const [typed, setTyped] = useState('')
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Change the due date"
      footer={
        <>
          <DialogClose asChild>
            <Button variant="outline">Cancel</Button>
          </DialogClose>
          <Button type="submit" form="due">
            {typed === '' ? 'Remove the due date' : 'Change'}
          </Button>
        </>
      }
    >
      <Form id="due" onSubmit={() => onChoose(typed === '' ? null : typed)}>
        <TextField
          label="Due date"
          isOptional
          type="date"
          className="w-48"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
      </Form>
    </Dialog>
  )
}
