import { useMutation, useQuery } from '@tanstack/react-query'
import type { TeamReminders } from 'contract/assignments'
import { useState } from 'react'
import { plural } from 'rules/plural'
import { api } from '#core/api.ts'
import { showSuccess } from '#core/toast.ts'
import { useSys } from '#support/sys.ts'
import { FailureAlert } from '#support/failure-alert.tsx'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { Dialog, DialogClose } from '#ui/dialog.tsx'
import { QueryError } from '#ui/query-error.tsx'
import { Spinner } from '#ui/spinner.tsx'

interface RemindPeopleProps {
  /** The shared assessment. */
  id: number
  onClose: () => void
}

type Waited = TeamReminders['people'][number]

/** Reminds members of their elements and questions, with the next daily email. */
export function RemindPeople({ id, onClose }: RemindPeopleProps) {
  const params = { id }
  const query = useQuery({ ...api.assignments.reminders.query({ params }), staleTime: 0 })
  const isMailOff = useSys()?.is_mail_off === true
  const [left, setLeft] = useState<readonly number[]>([])
  const people = query.data?.people ?? []
  const ids = people
    .filter((one) => one.skipped === null && !left.includes(one.id))
    .map((one) => one.id)
  const remind = useMutation({
    mutationFn: () => api.assignments.remind.call({ params, body: { user_ids: ids } }),
    onSuccess: ({ users, sent }) => {
      showSuccess(`${plural(users, PEOPLE)} will be reminded ${isMailOff ? WITH_MAIL : sent}`)
      onClose()
    },
  })
  return (
    <Dialog
      open
      isBusy={remind.isPending}
      onOpenChange={onClose}
      title="Remind people"
      {...(query.data && {
        description: `${whenText(query.data.sent, isMailOff)} Each person gets at most one reminder a day.`,
      })}
      footer={
        <>
          <DialogClose asChild>
            <Button variant="outline">Cancel</Button>
          </DialogClose>
          <Button
            isLoading={remind.isPending}
            disabled={ids.length === 0}
            onClick={() => remind.mutate()}
          >
            {ids.length === 0 ? 'Remind' : `Remind ${plural(ids.length, PEOPLE)}`}
          </Button>
        </>
      }
    >
      {query.isError ? (
        <QueryError query={query} title="The list of people could not be loaded">
          No one was reminded.
        </QueryError>
      ) : !query.data ? (
        <Spinner />
      ) : people.length === 0 ? (
        <p>The members have nothing left to answer.</p>
      ) : (
        <fieldset className="space-y-1">
          <legend className="sr-only">People</legend>
          {people.map((one) => (
            <Checkbox
              key={one.id}
              label={labelOf(one)}
              disabled={one.skipped !== null}
              checked={ids.includes(one.id)}
              onChange={({ target }) =>
                setLeft((all) =>
                  target.checked ? all.filter((other) => other !== one.id) : [...all, one.id],
                )
              }
            />
          ))}
        </fieldset>
      )}
      <FailureAlert error={remind.error} title="No one was reminded." />
    </Dialog>
  )
}

const WITH_MAIL = 'when email is turned on'

function whenText(sent: string, isMailOff: boolean) {
  return isMailOff
    ? `Email is turned off. Reminders are sent ${WITH_MAIL}.`
    : `Reminders are part of the daily email, sent ${sent}.`
}

const PEOPLE = { one: '# person', other: '# people' }

function labelOf({ name, left_to_do: left, skipped }: Waited) {
  const waits = plural(left, { one: '1 item to answer', other: '# items to answer' })
  return (
    <>
      <bdi translate="no" className="wrap-anywhere">
        {name}
      </bdi>
      <span className="text-14 text-muted-foreground">
        {`, ${waits}${skipped === null ? '' : `, ${REASONS[skipped]}`}`}
      </span>
    </>
  )
}

const REASONS = {
  done: 'nothing left to do',
  inactive: 'can’t sign in any more',
  muted: 'has turned reminders off',
  reminded: 'already reminded',
} as const
