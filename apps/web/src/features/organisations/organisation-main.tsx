import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import type { OrganisationDetails } from 'contract/tenants'
import { Suspense, useState } from 'react'
import { api } from '#core/api.ts'
import { lazyPart } from '#core/lazy-part.ts'
import { can, isGodLevel } from '#core/can.ts'
import { SaveRecord } from '#features/records/save-record.tsx'
import { useTenant } from '#core/tenant.ts'
import { useUser } from '#core/user.ts'
import { RecordConflict } from '#features/records/record-conflict.tsx'
import { differences } from '#features/records/merge-records.ts'
import { useConfirmOwner } from '#features/identity/use-confirm-owner.tsx'
import { useEditedRecord } from '#features/records/use-edited-record.ts'
import { useAuditorNames } from './auditors-field.tsx'
import { BrandFields } from './brand/brand-fields.tsx'
import { saveLogo } from './brand/save-logo.ts'
import { DetailsFields } from './details-fields.tsx'
import {
  FixedDomainForm,
  OrganisationForm as OrganisationSchema,
  type OrganisationValues,
  VALUE_LABELS,
  type ValueName,
  valueText,
  valuesOf,
} from './organisation-values.ts'
import { organisationQuery, refreshOrganisation } from '#support/refresh-organisation.ts'
import { removedBy } from './retention.ts'
import { type MadeSessions } from './connections/connection-dialogs.tsx'
import { MoveDialog, RetentionDialog, SingleSignOnDialog } from './organisation-dialogs.tsx'
import { Storage } from './storage.tsx'
import { Suspension } from './suspension.tsx'

const WholeDownload = lazyPart(() => import('./whole-download.tsx'), 'WholeDownload')
const Connections = lazyPart(() => import('./connections/connections.tsx'), 'Connections')

export function OrganisationMain({ organisation }: { organisation: OrganisationDetails }) {
  const user = useUser()
  const isAtPlatform = useTenant().is_platform && isGodLevel(user)
  const isMoving = organisation.status === 'moving'
  // The server refuses every change of an organisation that moves.
  const isGod = isAtPlatform && !isMoving
  const canWrite =
    !isMoving && can(user, 'create-users') && (isGod || user.tenant.id === organisation.id)
  return (
    <>
      <OrganisationForm {...{ organisation, isGod, canWrite }} />
      <Suspense fallback={<div className="h-80" />}>
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
  const send = (sessions?: MadeSessions) => record.send({ ...form.getValues(), sessions })
  const ask = (removals: number) => {
    const next = questionsOf(changes, values, removals)
    setQuestions(next)
    if (next.length === 0) send()
  }
  // Whether sessions end is asked last.
  const agree = (sessions?: MadeSessions) => {
    setQuestions(questions.slice(1))
    if (questions.length === 1) send(sessions)
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
          onMove={() => agree()}
        />
        <RetentionDialog
          removed={removed}
          years={values.retention_years}
          isOpen={questions[0] === 'retention'}
          onClose={() => setQuestions([])}
          onRemove={() => agree()}
        />
      </form>
      {questions[0] === 'single sign-on' && (
        <SingleSignOnDialog onClose={() => setQuestions([])} onEnd={agree} />
      )}
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
  return useEditedRecord<OrganisationDetails, OrganisationValues, Sent>({
    place: `organisation ${organisation.id}`,
    stored: organisation,
    resolver: zodResolver(canMove ? OrganisationSchema : FixedDomainForm),
    labels: VALUE_LABELS,
    valuesOf,
    save: async (from, { sessions, ...values }, onPart) => {
      const names = Object.keys(VALUE_LABELS) as ValueName[]
      const changed = differences(names, valuesOf(from), values)
      const others = changed.filter((name) => name !== 'image')
      const params = { id: from.id }
      if (others.length < changed.length) {
        const base = await saveLogo(from, values.image)
        if (others.length === 0) return base
        onPart(base)
      }
      const body = {
        version: from.version,
        ...(Object.fromEntries(others.map((name) => [name, values[name]])) as object),
        ...(sessions && { sessions }),
      }
      return await withConfirmation(() => api.tenants.change.call({ params, body }))
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

type Sent = OrganisationValues & { sessions?: MadeSessions | undefined }
type Question = 'domain' | 'retention' | 'single sign-on'

function questionsOf(
  changes: readonly ValueName[],
  { sign_in_mode }: OrganisationValues,
  removed: number,
): Question[] {
  const isOff = changes.includes('sign_in_mode') && sign_in_mode === 'credentials'
  return [
    ...(changes.includes('retention_years') && removed > 0 ? (['retention'] as const) : []),
    ...(changes.includes('domain') ? (['domain'] as const) : []),
    ...(isOff ? (['single sign-on'] as const) : []),
  ]
}
