import { plural } from 'rules/plural'
import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import type { OrganisationDetails } from 'contract/tenants'
import { Suspense, useState } from 'react'
import { api } from '#core/api.ts'
import { lazyPart } from '#core/lazy-part.ts'
import { can, isGodLevel } from '#core/can.ts'
import { SaveRecord } from '#features/records/save-record.tsx'
import { useSiteAddress } from './use-site-address.ts'
import { useTenant } from '#core/tenant.ts'
import { useUser } from '#core/user.ts'
import { RecordConflict } from '#features/records/record-conflict.tsx'
import { differences } from '#features/records/merge-records.ts'
import { useConfirmOwner } from '#features/identity/use-confirm-owner.tsx'
import { useEditedRecord } from '#features/records/use-edited-record.ts'
import { AlertDialog } from '#ui/alert-dialog.tsx'
import { useAuditorNames } from './auditors-field.tsx'
import { BrandFields } from './brand/brand-fields.tsx'
import { DetailsFields } from './details-fields.tsx'
import {
  FixedDomainForm,
  OrganisationForm as OrganisationSchema,
  type OrganisationValues,
  VALUE_LABELS,
  type ValueName,
  retentionLabel,
  valueText,
  valuesOf,
} from './organisation-values.ts'
import { organisationQuery, refreshOrganisation } from '#support/refresh-organisation.ts'
import { removedBy } from './retention.ts'
import { Storage } from './storage.tsx'
import { Suspension } from './suspension.tsx'

const WholeDownload = lazyPart(() => import('./whole-download.tsx'), 'WholeDownload')
const Connections = lazyPart(() => import('./connections/connections.tsx'), 'Connections')

export function OrganisationMain({ organisation }: { organisation: OrganisationDetails }) {
  const user = useUser()
  const isGod = useTenant().is_platform && isGodLevel(user)
  const canWrite = can(user, 'create-users') && (isGod || user.tenant.id === organisation.id)
  return (
    <>
      <OrganisationForm {...{ organisation, isGod, canWrite }} />
      <Suspense fallback={<div className="h-64" />}>
        <Connections {...{ organisation, canWrite, isGod }} />
      </Suspense>
      <Storage organisation={organisation} />
      {canWrite && !isGod && (
        <Suspense fallback={<div className="h-48" />}>
          <WholeDownload />
        </Suspense>
      )}
      {isGod && !organisation.is_public && <Suspension organisation={organisation} />}
    </>
  )
}

interface OrganisationFormProps {
  organisation: OrganisationDetails
  isGod: boolean
  canWrite: boolean
}

function OrganisationForm({ organisation, isGod, canWrite }: OrganisationFormProps) {
  const canMove = isGod && !organisation.is_public
  const { withConfirmation, dialog } = useConfirmOwner()
  const record = useOrganisation(organisation, canMove, withConfirmation)
  const { form, values, base, changes } = record
  const [questions, setQuestions] = useState<Question[]>([])
  const names = useAuditorNames(organisation, isGod)
  const count = useMutation({
    mutationFn: () => api.tenants.oldAssessments.call({ params: { id: organisation.id } }),
    onSuccess: ({ years }) => ask(removedBy(organisation, values.retention_years, years).count),
  })
  const removed = removedBy(organisation, values.retention_years, count.data?.years ?? [])
  const submit = () =>
    record.submit(() => {
      if (changes.length === 0) return
      count.reset()
      if (changes.includes('retention_years') && values.retention_years !== null) count.mutate()
      else ask(0)
    })
  const send = () => record.send(form.getValues())
  const ask = (removals: number) => {
    const next = questionsOf(changes, removals)
    setQuestions(next)
    if (next.length === 0) send()
  }
  const agree = () => {
    setQuestions(questions.slice(1))
    if (questions.length === 1) send()
  }
  return (
    <>
      <form
        noValidate
        aria-label="Organisation"
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <RecordConflict
          title="Someone else changed this organisation while you were editing"
          record={record}
          textOf={(name, its) => valueText(name, its, (id) => names.get(id) ?? 'Unknown auditor')}
        />
        <div className="grid gap-x-12 gap-y-10 xl:grid-cols-[minmax(0,1fr)_25rem]">
          <DetailsFields {...{ organisation, form, values, canWrite, isGod }} />
          <BrandFields {...{ organisation, form, values, canWrite }} />
        </div>
        {/* Enter also saves. */}
        <input type="submit" value="Save" hidden />
        <SaveRecord
          record={{
            ...record,
            discard: () => {
              count.reset()
              record.discard()
            },
          }}
          what="this organisation"
          failureTitle="The organisation was not saved."
          error={count.error}
          isAsking={count.isPending}
          onSave={submit}
        />
        <MoveDialog
          base={base}
          domain={values.domain}
          isOpen={questions[0] === 'domain'}
          onClose={() => setQuestions([])}
          onMove={agree}
        />
        <RetentionDialog
          removed={removed}
          years={values.retention_years}
          isOpen={questions[0] === 'retention'}
          onClose={() => setQuestions([])}
          onRemove={agree}
        />
      </form>
      {dialog}
    </>
  )
}

function useOrganisation(
  organisation: OrganisationDetails,
  canMove: boolean,
  withConfirmation: ReturnType<typeof useConfirmOwner>['withConfirmation'],
) {
  const queryClient = useQueryClient()
  const router = useRouter()
  return useEditedRecord<OrganisationDetails, OrganisationValues>({
    place: `organisation ${organisation.id}`,
    stored: organisation,
    resolver: zodResolver(canMove ? OrganisationSchema : FixedDomainForm),
    labels: VALUE_LABELS,
    valuesOf,
    save: (from, values) => {
      const names = Object.keys(VALUE_LABELS) as ValueName[]
      const changed = differences(names, valuesOf(from), values).map((name) => [name, values[name]])
      const body = { version: from.version, ...(Object.fromEntries(changed) as object) }
      return withConfirmation(() => api.tenants.change.call({ params: { id: from.id }, body }))
    },
    theirsIn: (details) => (details as OrganisationDetails | undefined) ?? null,
    show: (stored) => queryClient.setQueryData(organisationQuery(stored.id).queryKey, stored),
    onSaved: async (stored) => {
      await refreshOrganisation(queryClient, stored)
      // The title of the page has the name.
      await router.invalidate()
    },
    savedTitle: 'Organisation saved',
  })
}

type Question = 'domain' | 'retention'

function questionsOf(changes: readonly ValueName[], removed: number): Question[] {
  return [
    ...(changes.includes('retention_years') && removed > 0 ? (['retention'] as const) : []),
    ...(changes.includes('domain') ? (['domain'] as const) : []),
  ]
}

const PROVIDERS = {
  one: 'After the move, enter the new address in the identity provider’s settings.',
  other: 'After the move, enter the new address in the settings for all # identity providers.',
}

interface MoveDialogProps {
  base: OrganisationDetails
  domain: string
  isOpen: boolean
  onClose: () => void
  onMove: () => void
}

function MoveDialog({ base, domain, isOpen, onClose, onMove }: MoveDialogProps) {
  const address = useSiteAddress()
  const hostOf = (label: string) =>
    new URL(address({ domain: label.trim().toLowerCase() || 'x', is_public: false })).hostname
  return (
    <AlertDialog
      open={isOpen}
      onOpenChange={(next) => !next && onClose()}
      title={`Move ${base.name} to a new address?`}
      description={[
        `Users must sign in again at ${hostOf(domain)}.`,
        `Links to ${hostOf(base.domain)} stop working, including links in emails.`,
        ...(base.active_connections > 0 ? [plural(base.active_connections, PROVIDERS)] : []),
      ].join(' ')}
      actionLabel="Change address"
      onAction={onMove}
    />
  )
}

interface RetentionDialogProps {
  removed: ReturnType<typeof removedBy>
  years: number | null
  isOpen: boolean
  onClose: () => void
  onRemove: () => void
}

function RetentionDialog({ removed, years, isOpen, ...then }: RetentionDialogProps) {
  const { last, count } = removed
  return (
    <AlertDialog
      open={isOpen}
      onOpenChange={(next) => !next && then.onClose()}
      title={plural(count, {
        one: 'Delete # assessment permanently?',
        other: 'Delete # assessments permanently?',
      })}
      description={`You chose a retention period of ${retentionLabel(years)}. Assessments from ${last} and earlier are deleted within an hour. Their answers, files, reports and expired certificates are deleted too. You can’t undo this.`}
      actionLabel={plural(count, { one: 'Delete # assessment', other: 'Delete # assessments' })}
      onAction={then.onRemove}
    />
  )
}
