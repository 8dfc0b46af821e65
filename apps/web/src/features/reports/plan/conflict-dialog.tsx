import { PLAN_STATUS_LABELS } from 'contract/labels'
import type { Person } from 'contract/shared-assessments'
import type { ReactNode } from 'react'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { formatDay } from './plan-texts.ts'
import type { Change, ChangeActions, Conflict } from './use-change-actions.ts'

interface ConflictDialogProps {
  conflict: Conflict
  people: readonly Person[]
  changing: ChangeActions
}

/** Both values, until one is chosen. */
export function ConflictDialog({ conflict, people, changing }: ConflictDialogProps) {
  const { action, change, message } = conflict
  const theirs = { ...action, owner_id: action.owner?.id ?? null }
  const known = action.owner ? [...people, action.owner] : people
  const keys = FIELDS.filter(({ key }) => change[key] !== undefined && change[key] !== theirs[key])
  return (
    <Dialog
      open
      isBusy={changing.isPending}
      onOpenChange={changing.closeConflict}
      title={message}
      description="Nothing was overwritten. Choose which values to keep."
      footer={
        <>
          <Button variant="outline" onClick={changing.closeConflict}>
            Use their version
          </Button>
          <Button
            isLoading={changing.isPending}
            onClick={() => changing.mutate({ actions: [action], change })}
          >
            Keep your version
          </Button>
        </>
      }
    >
      <table className="w-full text-15">
        <thead>
          <tr className="border-b text-start text-13 text-muted-foreground">
            <th scope="col" className="py-2 text-start font-normal">
              <span className="sr-only">Field</span>
            </th>
            <th scope="col" className="py-2 ps-3 text-start font-normal">
              Yours
            </th>
            <th scope="col" className="py-2 ps-3 text-start font-normal">
              Theirs
            </th>
          </tr>
        </thead>
        <tbody>
          {keys.map(({ key, label }) => (
            <tr key={key} className="border-b align-top last:border-b-0">
              <th scope="row" className="py-2.5 text-start font-medium">
                {label}
              </th>
              <Side>{shown(key, change, known)}</Side>
              <Side>{shown(key, theirs, known)}</Side>
            </tr>
          ))}
        </tbody>
      </table>
    </Dialog>
  )
}

const FIELDS = [
  { key: 'title', label: 'Action' },
  { key: 'owner_id', label: 'Owner' },
  { key: 'due_on', label: 'Due date' },
  { key: 'status', label: 'Status' },
  { key: 'note', label: 'Note' },
] as const

function Side({ children }: { children: ReactNode }) {
  return (
    <td dir="auto" className="py-2.5 ps-3 wrap-anywhere whitespace-pre-line">
      {children}
    </td>
  )
}

function shown(key: keyof Change, of: Change, people: readonly Person[]) {
  if (key === 'status') return of.status && PLAN_STATUS_LABELS[of.status]
  if (key === 'due_on') return of.due_on ? formatDay(of.due_on) : 'No due date'
  if (key === 'owner_id') return people.find(({ id }) => id === of.owner_id)?.name ?? 'No owner'
  return of[key] || 'Nothing'
}
