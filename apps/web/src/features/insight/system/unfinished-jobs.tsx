import { useMutation } from '@tanstack/react-query'
import { JOB_LABELS } from 'contract/job-labels'
import type { UnfinishedJob } from 'contract/system'
import { ListChecks, RotateCw, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { api } from '#core/api.ts'
import { formatMoment } from '#core/time.ts'
import { failureToast, showSuccess } from '#core/toast.ts'
import { type Column, Table } from '#features/lists/table.tsx'
import { ConfirmDialog } from '#support/confirm-dialog.tsx'
import { Badge } from '#ui/badge.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { MenuItem } from '#ui/menu.tsx'
import { useSystemChanged } from './unsent-mails.tsx'

const STATES = { waiting: 'Waiting', running: 'Running', failed: 'Failed' } as const

const COLUMNS: Column<UnfinishedJob>[] = [
  { key: 'kind', label: 'Job', cell: ({ kind }) => JOB_LABELS[kind] },
  { key: 'tenant', label: 'Organisation', isName: true, cell: ({ tenant }) => tenant.name },
  {
    key: 'state',
    label: 'Status',
    cell: ({ state }) => (
      <Badge variant={state === 'failed' ? 'destructive' : 'neutral'}>{STATES[state]}</Badge>
    ),
  },
  { key: 'attempts', label: 'Retries', isNumber: true, cell: ({ attempts }) => attempts },
  { key: 'reason', label: 'Reason', isFullWidth: true, cell: ({ reason }) => reason },
  { key: 'created', label: 'Created', cell: ({ created_at }) => formatMoment(created_at) },
]

/** Jobs other than emails that wait, run or have failed. */
export function UnfinishedJobs({ jobs }: { jobs: readonly UnfinishedJob[] }) {
  const [discarded, setDiscarded] = useState<UnfinishedJob>()
  const changed = useSystemChanged()
  const retry = useMutation({
    mutationFn: (job: UnfinishedJob) => api.system.retry.call(inputFor(job)),
    onSuccess: async () => {
      showSuccess('The job will run as soon as possible')
      await changed()
    },
    onError: failureToast('The job was not retried'),
  })
  return (
    <>
      <Table
        noun="jobs"
        columns={COLUMNS}
        rows={jobs}
        rowKey={(job) => jobs.indexOf(job)}
        rowLabel={({ kind, tenant }) => `${JOB_LABELS[kind]}, ${tenant.name}`}
        renderMenu={(job) =>
          job.state !== 'running' && (
            <>
              <MenuItem icon={<RotateCw />} onSelect={() => retry.mutate(job)}>
                Retry
              </MenuItem>
              <MenuItem icon={<Trash2 />} isDestructive onSelect={() => setDiscarded(job)}>
                Discard
              </MenuItem>
            </>
          )
        }
        empty={
          <EmptyState icon={<ListChecks />} title="No other jobs" headingLevel={3}>
            Jobs such as reports, PDFs, imports and virus checks appear here while they’re waiting
            or running, or if they fail.
          </EmptyState>
        }
      />
      {discarded && <DiscardJob job={discarded} onClose={() => setDiscarded(undefined)} />}
    </>
  )
}

function DiscardJob({ job, onClose }: { job: UnfinishedJob; onClose: () => void }) {
  const changed = useSystemChanged()
  const discard = useMutation({
    mutationFn: () => api.system.discard.call(inputFor(job)),
    onSuccess: async () => {
      await changed()
      onClose()
      showSuccess('Job discarded')
    },
  })
  return (
    <ConfirmDialog
      onClose={onClose}
      title="Discard this job?"
      description={`The “${JOB_LABELS[job.kind]}” job for ${job.tenant.name} won’t run. You can’t undo this.`}
      actionLabel="Discard job"
      mutation={discard}
      failure="The job was not discarded."
    />
  )
}

function inputFor({ kind, id }: UnfinishedJob) {
  return { params: { kind, id } }
}
