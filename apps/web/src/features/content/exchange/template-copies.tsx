import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ContentSetDetails } from 'contract/content-sets'
import type { TemplateCopy } from 'contract/editions'
import { Building2, Copy } from 'lucide-react'
import { useState } from 'react'
import { api } from '#core/api.ts'
import { showToast } from '#core/toast.ts'
import { ConfirmDialog } from '#features/shell/confirm-dialog.tsx'
import { StatusDot } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Table, type Column } from '#features/data-table/table.tsx'
import { EditionStatus } from '#features/content/publish/edition-status.tsx'
import { counted, titleOf } from '#features/content/publish/edition-labels.ts'
import { useContentChanged } from '#features/content/use-content-changed.ts'

interface TemplateCopiesProps {
  set: ContentSetDetails
  newest: number
  copies: readonly TemplateCopy[]
}

export function TemplateCopies({ set, newest, copies }: TemplateCopiesProps) {
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set())
  const [isAsking, setAsking] = useState(false)
  const chosen = copies.filter(({ tenant }) => selected.has(tenant.id))
  const due = chosen.filter((copy) => !hasThis(copy))
  const upToDate = copies.filter(({ is_newest }) => is_newest).length
  return (
    <>
      <div className="mb-3 flex min-h-11 flex-wrap items-center gap-3">
        <p className="text-14 text-subtle-foreground">
          {upToDate} of {counted(copies.length, 'organisation')} run version {newest}
        </p>
        {set.status === 'published' && (
          <Button
            className="ml-auto"
            icon={<Copy />}
            aria-disabled={due.length === 0}
            onClick={() => setAsking(true)}
          >
            {buttonWords(set.version, chosen.length, due.length)}
          </Button>
        )}
      </div>
      <Table
        noun="organisations"
        columns={COLUMNS}
        rows={copies}
        rowKey={({ tenant }) => tenant.id}
        rowLabel={({ tenant }) => tenant.name}
        {...(set.status === 'published' && { selected, onSelect: setSelected })}
        empty={
          <EmptyState icon={<Building2 />} title="No organisations">
            Templates are copied to organisations, and there are none yet.
          </EmptyState>
        }
      />
      {isAsking && (
        <CopyDialog
          set={set}
          chosen={due}
          onClose={() => setAsking(false)}
          onDone={() => setSelected(new Set())}
        />
      )}
    </>
  )
}

/** Copied to again, nothing would change there. */
function hasThis({ content_set: copy, is_newest }: TemplateCopy) {
  return is_newest && copy?.status === 'published'
}

function buttonWords(version: number, chosen: number, due: number) {
  if (chosen === 0) return 'Choose organisations to copy to'
  if (due === 0) return chosen === 1 ? 'It is there already' : 'It is there already in all of them'
  return `Copy version ${version} to ${counted(due, 'organisation')}`
}

const COLUMNS: Column<TemplateCopy>[] = [
  { key: 'organisation', label: 'Organisation', cell: ({ tenant }) => tenant.name },
  {
    key: 'runs',
    label: 'Runs',
    cell: ({ content_set: copy }) =>
      copy ? (
        <>
          <Link to="/admin/content-sets/$id" params={{ id: String(copy.id) }} className="link">
            Version {copy.from_version} of the template
          </Link>
          {copy.is_changed && (
            <span className="block text-13 text-muted-foreground">with changes of its own</span>
          )}
        </>
      ) : (
        <span className="text-muted-foreground">Not copied</span>
      ),
  },
  {
    key: 'status',
    label: 'Status',
    cell: ({ content_set: copy }) => copy && <EditionStatus status={copy.status} />,
  },
  {
    key: 'newest',
    label: 'Up to date',
    cell: ({ content_set: copy, is_newest }) =>
      copy && <StatusDot isOn={is_newest}>{is_newest ? 'Newest' : 'An earlier version'}</StatusDot>,
  },
]

interface CopyDialogProps {
  set: ContentSetDetails
  chosen: readonly TemplateCopy[]
  onClose: () => void
  onDone: () => void
}

function CopyDialog({ set, chosen, onClose, onDone }: CopyDialogProps) {
  const queryClient = useQueryClient()
  const changed = useContentChanged()
  const replaced = chosen.filter(({ content_set: copy }) => copy?.status === 'published').length
  const copy = useMutation({
    mutationFn: () =>
      api.editions.copy.call({
        params: { id: set.id },
        body: { tenant_ids: chosen.map(({ tenant }) => tenant.id) },
      }),
    onSuccess: async (answer) => {
      const { queryKey } = api.editions.copies.query({ params: { id: set.id } })
      queryClient.setQueryData(queryKey, answer)
      tellWhere(chosen, answer.copies)
      onDone()
      onClose()
      await changed()
    },
  })
  return (
    <ConfirmDialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={`Copy version ${set.version} to ${counted(chosen.length, 'organisation')}?`}
      description={`“${titleOf(set.head)}” is published there at once. ${replacedWords(replaced, chosen.length)} ${ownWords(chosen)}`}
      actionLabel={`Copy to ${counted(chosen.length, 'organisation')}`}
      actionVariant="primary"
      mutation={copy}
      failure="It was not copied."
    />
  )
}

/** Each organisation is copied to by itself: one that could not be is named. */
function tellWhere(chosen: readonly TemplateCopy[], copies: readonly TemplateCopy[]) {
  const there = new Set(copies.filter(hasThis).map(({ tenant }) => tenant.id))
  const failed = chosen.filter(({ tenant }) => !there.has(tenant.id))
  const done = chosen.length - failed.length
  if (failed.length === 0)
    return showToast({ variant: 'success', title: `Copied to ${counted(done, 'organisation')}` })
  return showToast({
    variant: 'destructive',
    title: `Not copied to ${namesOf(failed)}`,
    description: `Nothing has changed there. It was copied to ${counted(done, 'organisation')}.`,
  })
}

/** What an organisation has written itself would be out of force without a word. */
function ownWords(chosen: readonly TemplateCopy[]) {
  const changed = chosen.filter(({ content_set: copy }) => copy?.is_changed)
  if (changed.length === 0) return ''
  const verb = changed.length === 1 ? 'has' : 'have'
  return `${namesOf(changed)} ${verb} published changes of their own: those are not in this version, and stay in the earlier one.`
}

function namesOf(copies: readonly TemplateCopy[]) {
  return new Intl.ListFormat('en-GB').format(copies.map(({ tenant }) => tenant.name))
}

function replacedWords(replaced: number, all: number) {
  if (replaced === 0) return all === 1 ? 'It does not run there yet.' : 'None of them runs it yet.'
  const it = replaced === all ? 'It' : `In ${replaced} of them it`
  return `${it} is the next version of an earlier copy: running assessments stay on theirs until their owner moves.`
}
