import { useMutation, useQuery } from '@tanstack/react-query'
import type { DueDate } from 'contract/due-dates'
import { ASSESSMENT_TYPE_LABELS } from 'contract/labels'
import type { Participant } from 'contract/participation'
import type { ReminderPreview } from 'contract/reminders'
import { type ReactNode, useState } from 'react'
import { plural } from 'rules/plural'
import { api } from '#core/api.ts'
import { isolated } from '#core/isolated.ts'
import { showSuccess } from '#core/toast.ts'
import { FailureAlert } from '#support/failure-alert.tsx'
import { useSys } from '#support/sys.ts'
import { Button } from '#ui/button.tsx'
import { Dialog, DialogClose } from '#ui/dialog.tsx'
import { OwnText } from '#ui/own-text.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { dueDatesQuery } from './due-dates-query.ts'

interface RemindDialogProps {
  tenantId: number
  year: number
  rows: readonly Participant[]
  onClose: () => void
  onDone: () => void
}

const USERS = { one: '# user', other: '# users' }

/** Shows who gets which email when, before it is sent. */
export function RemindDialog({ tenantId, year, rows, onClose, onDone }: RemindDialogProps) {
  const { data, error } = useQuery(dueDatesQuery(tenantId, year))
  const [chosen, setChosen] = useState<string>()
  const first = data?.tasks[0]
  const userIds = [...new Set(rows.map(({ person }) => person.id))]
  if (!data || !first)
    return (
      <Dialog open onOpenChange={onClose} title={plural(userIds.length, TITLE)}>
        {data && <p>{`No content set is published for ${year}.`}</p>}
        {!data && error === null && <Spinner />}
        <FailureAlert error={error} title="The preview could not be loaded." />
      </Dialog>
    )
  const task =
    data.tasks.find((one) => keyOf(one) === chosen) ?? likeliest(data.tasks, rows) ?? first
  return (
    <Reminder {...{ tenantId, userIds, task, onClose, onDone }}>
      {data.tasks.length > 1 && (
        <SelectField
          label="Remind them of"
          options={data.tasks.map((one) => ({ value: keyOf(one), label: nameOf(one) }))}
          value={keyOf(task)}
          onChange={({ target }) => setChosen(target.value)}
        />
      )}
    </Reminder>
  )
}

const TITLE = { one: 'Remind this user?', other: 'Remind these users?' }

const WITH_MAIL = 'when email is turned on'

const NOT_REMINDED = { one: 'The user was not reminded.', other: 'The users were not reminded.' }

interface ReminderProps extends Pick<RemindDialogProps, 'tenantId' | 'onClose' | 'onDone'> {
  userIds: number[]
  task: DueDate
  children: ReactNode
}

function Reminder({ tenantId, userIds, task, onClose, onDone, children }: ReminderProps) {
  const { family_id, year, type } = task
  const input = { params: { id: tenantId }, body: { family_id, year, type, user_ids: userIds } }
  const preview = useQuery({ ...api.reminders.preview.query(input), staleTime: 0 })
  const isMailOff = useSys()?.is_mail_off
  const send = useMutation({
    mutationFn: () => api.reminders.send.call(input),
    onSuccess: ({ users, sent }) => {
      showSuccess(`${plural(users, USERS)} will be reminded ${isMailOff ? WITH_MAIL : sent}`)
      onClose()
      onDone()
    },
  })
  const reached = preview.data?.people.filter(({ skipped }) => skipped === null).length ?? 0
  return (
    <Dialog
      open
      isBusy={send.isPending}
      onOpenChange={onClose}
      title={plural(userIds.length, TITLE)}
      footer={
        <>
          <DialogClose asChild>
            <Button variant="outline">Cancel</Button>
          </DialogClose>
          <Button isLoading={send.isPending} disabled={reached === 0} onClick={() => send.mutate()}>
            {reached === 0 ? 'Remind' : `Remind ${plural(reached, USERS)}`}
          </Button>
        </>
      }
    >
      {children}
      {preview.isPending && <Spinner />}
      {preview.data && <Preview preview={preview.data} />}
      <FailureAlert error={preview.error} title="The preview could not be loaded." />
      <FailureAlert error={send.error} title={plural(userIds.length, NOT_REMINDED)} />
    </Dialog>
  )
}

function Preview({ preview: { people, sent, mail } }: { preview: ReminderPreview }) {
  const isMailOff = useSys()?.is_mail_off
  const reached = people.filter(({ skipped }) => skipped === null)
  const skipped = people.filter((one) => one.skipped !== null)
  return (
    <>
      {mail === null ? (
        <p>There is no one to remind.</p>
      ) : (
        <>
          <p>
            {isMailOff
              ? `Email is turned off. Reminders are sent ${WITH_MAIL}.`
              : `Reminders are part of the daily email, sent ${sent}.`}{' '}
            {plural(reached.length, {
              one: 'One user will get the email:',
              other: '# users will get the email:',
            })}
          </p>
          <ul className="max-h-40 list-disc space-y-1 overflow-y-auto pl-5 text-15">
            {reached.map(({ id, name, email }) => (
              <li key={id} className="wrap-anywhere">
                <OwnText>{name}</OwnText>, <OwnText>{email}</OwnText>
              </li>
            ))}
          </ul>
          <section aria-label="Email" className="rounded-md border bg-muted p-4">
            <p className="font-semibold wrap-anywhere">{mail.subject}</p>
            <p className="mt-1 text-15 wrap-anywhere">{mail.text}</p>
          </section>
        </>
      )}
      {skipped.length > 0 && (
        <section aria-label="Not reminded">
          <p className="text-15">
            {plural(skipped.length, {
              one: 'One user is left out:',
              other: '# users are left out:',
            })}
          </p>
          <ul className="mt-1 max-h-40 list-disc space-y-1 overflow-y-auto pl-5 text-15 text-subtle-foreground">
            {skipped.map(({ id, name, skipped: reason }) => (
              <li key={id} className="wrap-anywhere">
                <OwnText>{name}</OwnText>
                {reason && `: ${REASONS[reason]}`}
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

const REASONS = {
  done: 'nothing left to do',
  inactive: 'can’t sign in any more',
  muted: 'has turned reminders off',
  reminded: 'already has a reminder in the next email',
} as const

function keyOf({ family_id, type }: DueDate) {
  return `${family_id} ${type}`
}

function nameOf({ title, year, type }: DueDate) {
  return `${isolated(title)} ${year}: ${ASSESSMENT_TYPE_LABELS[type]}`
}

/** What the first of them has started, otherwise the first self-assessment. */
function likeliest(tasks: readonly DueDate[], rows: readonly Participant[]) {
  const started = rows.find(({ assessment }) => assessment !== null)?.assessment
  const { title } = started?.content_set ?? {}
  return (
    tasks.find((task) => task.title === title && task.type === started?.type) ??
    tasks.find(({ type }) => type === 'self_assessment')
  )
}
