import { isolated } from '#core/isolated.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ContentSetDetails } from 'contract/content-sets'
import type { TemplateCopy } from 'contract/editions'
import { Building2, Copy } from 'lucide-react'
import { useRef, useState } from 'react'
import { api } from '#core/api.ts'
import { formatList, formatNumber, plural } from 'rules/plural'
import { besideText } from 'rules/beside-label'
import { showFailure, showSuccess } from '#core/toast.ts'
import { ConfirmDialog } from '#support/confirm-dialog.tsx'
import { Alert } from '#ui/alert.tsx'
import { StatusDot } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Table, type Column } from '#features/lists/table.tsx'
import { EditionStatus } from '#features/content/publish/edition-status.tsx'
import { titleOf } from '#features/content/publish/edition-labels.ts'
import { useContentChanged } from '#features/content/use-content-changed.ts'

interface TemplateCopiesProps {
  set: ContentSetDetails
  newest: number
  copies: readonly TemplateCopy[]
}

export function TemplateCopies({ set, newest, copies }: TemplateCopiesProps) {
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set())
  const [isAsking, setAsking] = useState(false)
  const [isRefused, setRefused] = useState(false)
  const list = useRef<HTMLDivElement>(null)
  const chosen = copies.filter(({ tenant }) => selected.has(tenant.id))
  const outdated = chosen.filter((copy) => !isUpToDate(copy))
  const upToDate = copies.filter(({ is_newest }) => is_newest).length
  return (
    <>
      <div className="mb-3 flex min-h-11 flex-wrap items-center gap-3">
        <p className="text-14 text-subtle-foreground">
          {plural(copies.length, {
            one: `Version ${newest} is copied to ${formatNumber(upToDate)} of # organisation`,
            other: `Version ${newest} is copied to ${formatNumber(upToDate)} of # organisations`,
          })}
        </p>
        {set.status === 'published' && (
          <div className="ml-auto flex flex-wrap items-center justify-end gap-x-4 gap-y-1">
            {isRefused && outdated.length === 0 && (
              <p role="alert" className="text-14 text-destructive-ink">
                {chosen.length === 0
                  ? 'Tick the organisations to copy to.'
                  : 'Every organisation you chose already has this version. Choose other organisations.'}
              </p>
            )}
            <Button icon={<Copy />} onClick={ask}>
              {buttonLabel(set.version, outdated.length)}
            </Button>
          </div>
        )}
      </div>
      <div ref={list}>
        <Table
          noun="organisations"
          columns={COLUMNS}
          rows={copies}
          rowKey={({ tenant }) => tenant.id}
          rowLabel={({ tenant }) => tenant.name}
          {...(set.status === 'published' && { selected, onSelect: setSelected })}
          empty={
            <EmptyState icon={<Building2 />} title="No organisations yet">
              Organisations appear here after you create them.
            </EmptyState>
          }
        />
      </div>
      {isAsking && (
        <CopyDialog
          set={set}
          chosen={outdated}
          onClose={() => setAsking(false)}
          onDone={() => setSelected(new Set())}
        />
      )}
    </>
  )

  function ask() {
    setRefused(outdated.length === 0)
    if (outdated.length > 0) setAsking(true)
    else list.current?.querySelector<HTMLElement>('input[type=checkbox]')?.focus()
  }
}

/** Copying this version again would change nothing. */
function isUpToDate({ content_set: copy, is_newest }: TemplateCopy) {
  return is_newest && copy?.status === 'published'
}

function buttonLabel(version: number, outdated: number) {
  if (outdated === 0) return `Copy version ${version}`
  return `Copy version ${version} to ${organisations(outdated)}`
}

const COLUMNS: Column<TemplateCopy>[] = [
  { key: 'organisation', label: 'Organisation', isName: true, cell: ({ tenant }) => tenant.name },
  {
    key: 'runs',
    label: 'Copied version',
    cell: ({ content_set: copy }) =>
      copy ? (
        <>
          <Link to="/admin/content-sets/$id" params={{ id: String(copy.id) }} className="link">
            Version {copy.from_version} of the template
          </Link>
          {copy.is_changed && (
            <span className="block text-13 text-muted-foreground">Changed by the organisation</span>
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
      copy && <StatusDot isOn={is_newest}>{is_newest ? 'Latest' : 'Earlier version'}</StatusDot>,
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
      notifyCopied(chosen, answer.copies)
      onDone()
      onClose()
      await changed()
    },
  })
  return (
    <ConfirmDialog
      onClose={onClose}
      title={`Copy version ${set.version} to ${organisations(chosen.length)}?`}
      description={`Copying publishes “${isolated(titleOf(set.head))}” straight away. ${earlierCopiesText(replaced, chosen.length)} ${ownChangesText(chosen)}`}
      actionLabel={`Copy to ${organisations(chosen.length)}`}
      actionVariant="primary"
      mutation={copy}
      failure="The template was not copied."
    >
      <SetsBeside copies={chosen} />
    </ConfirmDialog>
  )
}

const MAX_SHOWN = 5

/** Other sets that stay in force beside the copies. */
function SetsBeside({ copies }: { copies: readonly TemplateCopy[] }) {
  const all = copies.filter(({ beside }) => beside.length > 0)
  if (all.length === 0) return null
  const more = all.length - MAX_SHOWN
  return (
    <Alert variant="warning">
      <ul className="space-y-2">
        {all.slice(0, MAX_SHOWN).map(({ tenant, beside }) => (
          <li key={tenant.id}>
            <strong className="font-semibold">{tenant.name}:</strong> {besideText(beside)}
          </li>
        ))}
        {more > 0 && (
          <li>
            {plural(more, {
              one: '# more organisation has other content sets in force.',
              other: '# more organisations have other content sets in force.',
            })}
          </li>
        )}
      </ul>
    </Alert>
  )
}

/** Each organisation is a separate copy, so some can fail. */
function notifyCopied(chosen: readonly TemplateCopy[], copies: readonly TemplateCopy[]) {
  const there = new Set(copies.filter(isUpToDate).map(({ tenant }) => tenant.id))
  const failed = chosen.filter(({ tenant }) => !there.has(tenant.id))
  const done = chosen.length - failed.length
  if (failed.length === 0) return showSuccess(`Copied to ${organisations(done)}`)
  return showFailure(
    `Not copied to ${namesOf(failed)}`,
    done === 0
      ? 'Try again.'
      : `The template was copied to ${organisations(done)}. Try again for the rest.`,
  )
}

/** The new version silently replaces changes that an organisation published itself. */
function ownChangesText(chosen: readonly TemplateCopy[]) {
  const changed = chosen.filter(({ content_set: copy }) => copy?.is_changed)
  if (changed.length === 0) return ''
  return `This version doesn’t include changes published by ${namesOf(changed)}. Those changes stay in the earlier version.`
}

function namesOf(copies: readonly TemplateCopy[]) {
  return formatList(copies.map(({ tenant }) => isolated(tenant.name)))
}

function organisations(count: number) {
  return plural(count, { one: '# organisation', other: '# organisations' })
}

function earlierCopiesText(replaced: number, all: number) {
  if (replaced === 0)
    return plural(all, {
      one: 'The organisation has no published copy.',
      other: 'These organisations have no published copy.',
    })
  const start =
    replaced === all
      ? plural(all, {
          one: 'This version replaces an earlier copy.',
          other: 'This version replaces earlier copies.',
        })
      : plural(replaced, {
          one: 'This version replaces an earlier copy in # organisation.',
          other: 'This version replaces an earlier copy in # organisations.',
        })
  return `${start} Assessments in progress stay on the earlier version until respondents move them to the new one. After a minor change, they move automatically.`
}
