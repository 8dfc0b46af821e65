import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { UnsentMail } from 'contract/system'
import { MailCheck, RotateCw, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { api } from '#core/api.ts'
import { invalidate } from '#core/invalidate.ts'
import { formatMoment } from '#core/time.ts'
import { failureToast, showSuccess } from '#core/toast.ts'
import { DataTable, type DataTableProps } from '#features/lists/data-table.tsx'
import type { ListSearch } from '#features/lists/list-search.ts'
import type { Column } from '#features/lists/table.tsx'
import { ConfirmDialog } from '#support/confirm-dialog.tsx'
import { useSys } from '#support/sys.ts'
import { Badge } from '#ui/badge.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { MenuItem } from '#ui/menu.tsx'

const STATES = { queued: 'Waiting', failed: 'Failed' } as const

const COLUMNS: Column<UnsentMail>[] = [
  { key: 'recipient', label: 'Recipient', isName: true, cell: ({ recipient }) => recipient },
  { key: 'subject', label: 'Subject', isFullWidth: true, cell: ({ subject }) => subject },
  { key: 'tenant', label: 'Organisation', isName: true, cell: ({ tenant }) => tenant.name },
  {
    key: 'status',
    label: 'Status',
    cell: ({ status }) => (
      <Badge variant={status === 'failed' ? 'destructive' : 'neutral'}>{STATES[status]}</Badge>
    ),
  },
  { key: 'attempts', label: 'Attempts', isNumber: true, cell: ({ attempts }) => attempts },
  { key: 'reason', label: 'Reason', isFullWidth: true, cell: ({ reason }) => reason },
  { key: 'created', label: 'Created', cell: ({ created_at }) => formatMoment(created_at) },
]

type Search = ListSearch & { status?: 'queued' | 'failed' | undefined }
type Props = Pick<DataTableProps<UnsentMail, Search>, 'answer' | 'isBehind' | 'search' | 'onSearch'>

/** Emails that wait or have failed, with what a god-admin can do about them. */
export function UnsentMails(list: Props) {
  const [discarded, setDiscarded] = useState<UnsentMail>()
  const changed = useSystemChanged()
  const isMailOff = useSys()?.is_mail_off
  const retry = useMutation({
    mutationFn: ({ id }: UnsentMail) => api.system.retry.call({ params: { kind: 'mail', id } }),
    onSuccess: async (_, { status }) => {
      showSuccess(sendingText(status, isMailOff))
      await changed()
    },
    onError: failureToast('The email was not sent'),
  })
  return (
    <>
      <DataTable<UnsentMail, Search>
        {...list}
        name="unsent-mails"
        noun="emails"
        columns={COLUMNS}
        rowKey={({ id }) => id}
        rowLabel={({ recipient, subject }) => `${subject}, ${recipient}`}
        filters={[
          {
            kind: 'choice',
            key: 'status',
            label: 'Status',
            options: Object.entries(STATES).map(([value, label]) => ({ value, label })),
          },
        ]}
        renderMenu={(mail) => (
          <>
            {/* While email is turned off, it waits in any case. */}
            {!(isMailOff && mail.status === 'queued') && (
              <MenuItem icon={<RotateCw />} onSelect={() => retry.mutate(mail)}>
                {mail.status === 'failed' ? 'Send again' : 'Send now'}
              </MenuItem>
            )}
            <MenuItem icon={<Trash2 />} isDestructive onSelect={() => setDiscarded(mail)}>
              Discard
            </MenuItem>
          </>
        )}
        empty={
          <EmptyState icon={<MailCheck />} title="No unsent emails" headingLevel={3}>
            Emails appear here while they’re waiting to be sent, or if they can’t be sent.
          </EmptyState>
        }
      />
      {discarded && <DiscardMail mail={discarded} onClose={() => setDiscarded(undefined)} />}
    </>
  )
}

function sendingText(status: UnsentMail['status'], isMailOff: boolean | undefined) {
  if (isMailOff) return 'We’ll send the email again when email is turned on'
  return status === 'failed' ? 'Sending the email again' : 'Sending the email'
}

function DiscardMail({ mail, onClose }: { mail: UnsentMail; onClose: () => void }) {
  const changed = useSystemChanged()
  const discard = useMutation({
    mutationFn: () => api.system.discard.call({ params: { kind: 'mail', id: mail.id } }),
    onSuccess: async () => {
      await changed()
      onClose()
      showSuccess('Email discarded')
    },
  })
  return (
    <ConfirmDialog
      onClose={onClose}
      title="Discard this email?"
      description={`“${mail.subject}” won’t be sent to ${mail.recipient}. You can’t undo this.`}
      actionLabel="Discard email"
      mutation={discard}
      failure="The email was not discarded."
    />
  )
}

export function useSystemChanged() {
  const queryClient = useQueryClient()
  const { get, mails, jobs } = api.system
  return () => invalidate(queryClient, [get.key, mails.key, jobs.key])
}
