import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery } from '@tanstack/react-query'
import type { Connection, ConnectionBody } from 'contract/connections'
import { useState, type FormEvent } from 'react'
import { useController, type UseFormReturn } from 'react-hook-form'
import { field } from '#core/field-errors.ts'
import { api } from '#core/api.ts'
import { useConfirmOwner } from '#features/identity/use-confirm-owner.tsx'
import { FailureAlert } from '#support/failure-alert.tsx'
import { RecordConflict } from '#features/records/record-conflict.tsx'
import { useClosing } from '#features/records/leave-question.tsx'
import { useEditedRecord } from '#features/records/use-edited-record.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { Segment } from '#ui/segment.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { TextField } from '#ui/text-field.tsx'
import { EndingDialog, type MadeSessions, PASSWORDS_AGAIN } from './connection-dialogs.tsx'
import { ProviderFields } from './connection-provider-fields.tsx'
import {
  changesOf,
  type ConnectionKind,
  type ConnectionValues,
  LABELS,
  schemaOf,
  valuesOf,
} from './connection-values.ts'
import { useConnectionsChanged } from '#support/refresh-organisation.ts'

interface UserOrganisationFieldProps {
  tenantId: number
  form: UseFormReturn<ConnectionValues, unknown, ConnectionBody>
}

interface ConnectionFormProps {
  tenantId: number
  connection?: Connection
  isGod: boolean
  onClose: () => void
}

const KINDS: { value: ConnectionKind; label: string }[] = [
  { value: 'oidc', label: 'OpenID Connect' },
  { value: 'saml', label: 'SAML' },
]

const CONTEXT_HINTS: Record<ConnectionKind, string> = {
  oidc: 'acr values, separated by spaces. Users can’t sign in unless the provider sends one of these values.',
  saml: 'AuthnContextClassRef values, separated by spaces. Users can’t sign in unless the provider sends one of these values.',
}

export function ConnectionForm(props: ConnectionFormProps) {
  const { connection } = props
  const [kind, setKind] = useState<ConnectionKind>(connection?.kind ?? 'oidc')
  return (
    <div className="mb-4 rounded-lg border bg-card p-5">
      {!connection && (
        <Segment
          label="Connection type"
          className="mb-5"
          options={KINDS}
          value={kind}
          onValueChange={setKind}
        />
      )}
      <Fields key={kind} {...props} kind={kind} />
    </div>
  )
}

type FieldsProps = ConnectionFormProps & { kind: ConnectionKind }

function Fields(props: FieldsProps) {
  const { kind, tenantId, connection, isGod, onClose } = props
  const { withConfirmation, dialog } = useConfirmOwner()
  const record = useEditedConnection(props, withConfirmation)
  const { form, changes, failure, isSaving } = record
  const isDirty = changes.length > 0 && !record.isSaved
  const { close, question } = useClosing({ what: 'this connection', isDirty, onClose })
  const ending = useEndingQuestion(record)
  return (
    <>
      <form
        noValidate
        aria-label={connection ? `Edit ${connection.domain}` : 'New connection'}
        className="space-y-5"
        onSubmit={ending.onSubmit}
      >
        <RecordConflict
          title="Someone else changed this connection while you were editing"
          record={record}
        />
        <div className="grid gap-5 md:grid-cols-2">
          {/* The domain is part of the provider's addresses and can't be changed. */}
          {!connection && (
            <TextField
              label="Email domain"
              hint="The part of your users’ email addresses after the @, such as example.org"
              autoCapitalize="none"
              spellCheck={false}
              {...field(form, 'domain')}
            />
          )}
          <TextField
            label="Name"
            hint={connection ? undefined : 'Users see this name in their settings and in emails'}
            {...field(form, 'name')}
          />
          <ProviderFields kind={kind} connection={connection} form={form} />
          <TextField
            label="Required sign-in methods"
            isOptional
            hint={CONTEXT_HINTS[kind]}
            autoCapitalize="none"
            spellCheck={false}
            {...field(form, 'required_contexts')}
          />
          {isGod && <UserOrganisationField tenantId={tenantId} form={form} />}
        </div>
        <Checkbox
          label="Give new users an account with the User role when they first sign in"
          {...form.register('creates_users')}
        />
        <FailureAlert error={failure} title="The connection was not saved." />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" variant="outline" isLoading={isSaving}>
            {connection ? 'Save connection' : 'Connect'}
          </Button>
          <Button variant="ghost" onClick={close}>
            Cancel
          </Button>
        </div>
        {question}
      </form>
      {ending.question}
      {dialog}
    </>
  )
}

type Sent = ConnectionBody & { sessions?: MadeSessions }
type Edited = ReturnType<typeof useEditedConnection>

/** Asks before a connection is led to the users of another organisation, or to another provider. */
function useEndingQuestion({ base, send, submit }: Pick<Edited, 'base' | 'send' | 'submit'>) {
  const [asked, setAsked] = useState<Sent | null>(null)
  const question = asked && (
    <EndingDialog
      onClose={() => setAsked(null)}
      {...endingOf(base, asked)}
      onEnd={(sessions) => {
        setAsked(null)
        send({ ...asked, sessions })
      }}
    />
  )
  function onSubmit(event: FormEvent) {
    event.preventDefault()
    submit((output) => {
      if (base && (isLedElsewhere(base, output) || output.issuer !== base.issuer)) setAsked(output)
      else send(output)
    })
  }
  return { onSubmit, question }
}

function isLedElsewhere(base: Connection, { people_of }: Sent) {
  return people_of !== undefined && people_of !== base.people_of
}

function endingOf(base: Connection | undefined, asked: Sent) {
  if (base && isLedElsewhere(base, asked))
    return {
      title: 'Change the users’ organisation?',
      description: `Users who signed in with this provider can no longer use it, and their links are removed. ${PASSWORDS_AGAIN} Their accounts and data are kept.`,
      actionLabel: 'Change organisation',
    }
  return {
    title: `Change the provider of ${asked.domain}?`,
    description: `Users can no longer sign in with the former provider, and its links stop working. ${PASSWORDS_AGAIN} When users first sign in with the new provider, their account is linked again if the provider sends the account’s email address. If the provider sends a different address, change the account’s address first. Accounts and data are kept.`,
    actionLabel: 'Change provider',
  }
}

type WithConfirmation = ReturnType<typeof useConfirmOwner>['withConfirmation']

function useEditedConnection(
  { kind, tenantId, connection, isGod, onClose }: FieldsProps,
  withConfirmation: WithConfirmation,
) {
  const refresh = useConnectionsChanged(tenantId)
  const id = String(tenantId)
  return useEditedRecord<Connection | undefined, ConnectionValues, Sent>({
    place: `connection ${id} ${connection?.id ?? kind}`,
    stored: connection,
    resolver: zodResolver(schemaOf(kind, connection === undefined)),
    labels: LABELS,
    valuesOf: (stored) => valuesOf(kind, stored, isGod),
    save: async (from, body) => {
      if (!from)
        return await withConfirmation(() => api.connections.create.call({ params: { id }, body }))
      const change = { version: from.version, ...changesOf(from, body) }
      const params = { id, connectionId: String(from.id) }
      return await withConfirmation(() => api.connections.change.call({ params, body: change }))
    },
    theirsIn: (details) => (details as Connection | undefined) ?? null,
    onSaved: async () => {
      await refresh()
      onClose()
    },
    savedTitle: connection ? 'Connection saved' : 'Connection added',
  })
}

function UserOrganisationField({ tenantId, form }: UserOrganisationFieldProps) {
  const { data } = useQuery(api.tenants.choices.query())
  const { field, fieldState } = useController({ control: form.control, name: 'people_of' })
  const others = data?.organisations.filter(({ id }) => id !== tenantId) ?? []
  return (
    <SelectField
      label="Users’ organisation"
      hint="Users from another organisation continue at that organisation’s address and use their account there."
      options={[
        { value: '', label: 'This organisation' },
        ...others.map(({ id, name }) => ({ value: String(id), label: name })),
      ]}
      error={fieldState.error?.message}
      {...field}
      value={field.value ?? ''}
    />
  )
}
