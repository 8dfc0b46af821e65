import { useMutation } from '@tanstack/react-query'
import type { Connection, ConnectionBody } from 'contract/connections'
import { useState } from 'react'
import { useForm, type UseFormReturn } from 'react-hook-form'
import { zodResolver } from '@hookform/resolvers/zod'
import { api } from '#core/api.ts'
import { hasCode } from '#core/api-error.ts'
import { showFieldErrors } from '#core/field-errors.ts'
import { showToast } from '#core/toast.ts'
import { FailureAlert } from '#features/shell/failure-alert.tsx'
import { UnsavedGuard } from '#features/shell/unsaved-guard.tsx'
import { useClosing } from '#features/shell/use-closing.tsx'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { Segment } from '#ui/segment.tsx'
import { TextField } from '#ui/text-field.tsx'
import { PeopleField } from './connection-people-field.tsx'
import { ProviderFields } from './connection-provider-fields.tsx'
import {
  VALUE_NAMES,
  changesOf,
  schemaOf,
  valuesOf,
  type ConnectionKind,
  type ConnectionValues,
} from './connection-values.ts'
import { useRefresh } from './use-connection.ts'

interface ConnectionFormProps {
  tenantId: number
  /** None: a new one. */
  connection?: Connection
  isGod: boolean
  onClose: () => void
}

const KINDS: { value: ConnectionKind; label: string }[] = [
  { value: 'oidc', label: 'OpenID Connect' },
  { value: 'saml', label: 'SAML' },
]

const CONTEXT_HINTS: Record<ConnectionKind, string> = {
  oidc: 'acr values, with spaces between them. Whoever comes with none of them stays out.',
  saml: 'AuthnContextClassRef, with spaces between them. Whoever comes with none of them stays out.',
}

export function ConnectionForm(props: ConnectionFormProps) {
  // As it was opened: whatever somebody else saves meanwhile is a conflict, never overwritten.
  const [connection] = useState(props.connection)
  const [kind, setKind] = useState<ConnectionKind>(connection?.kind ?? 'oidc')
  return (
    <div className="mb-4 rounded-lg border bg-card p-5">
      {!connection && (
        <Segment
          label="Kind of connection"
          className="mb-5"
          options={KINDS}
          value={kind}
          onValueChange={setKind}
        />
      )}
      <Fields key={kind} {...props} {...(connection && { connection })} kind={kind} />
    </div>
  )
}

function Fields({
  kind,
  tenantId,
  connection,
  isGod,
  onClose,
}: ConnectionFormProps & { kind: ConnectionKind }) {
  const form = useForm<ConnectionValues, unknown, ConnectionBody>({
    resolver: zodResolver(schemaOf(kind, connection === undefined)),
    mode: 'onTouched',
    defaultValues: valuesOf(kind, connection, isGod),
  })
  const save = useSave({ tenantId, connection, onClose, form })
  const { errors, isDirty } = form.formState
  const guarded = { what: 'this connection', isDirty: isDirty && !save.isSuccess }
  const { close, question } = useClosing({ ...guarded, onClose })
  return (
    <form
      noValidate
      aria-label={connection ? `Change ${connection.domain}` : 'New connection'}
      className="space-y-5"
      onSubmit={(event) => void form.handleSubmit((body) => save.mutate(body))(event)}
    >
      <div className="grid gap-5 md:grid-cols-2">
        <Names connection={connection} form={form} />
        <ProviderFields kind={kind} connection={connection} form={form} />
        <TextField
          label="Required ways to sign in there"
          isOptional
          hint={CONTEXT_HINTS[kind]}
          autoCapitalize="none"
          spellCheck={false}
          error={errors.required_contexts?.message}
          {...form.register('required_contexts')}
        />
        {isGod && <PeopleField tenantId={tenantId} form={form} />}
      </div>
      <Checkbox
        label="Newcomers get an account with the role user"
        {...form.register('creates_users')}
      />
      <FailureAlert
        error={hasCode(save.error, 'invalid-input') ? null : save.error}
        title="The connection was not saved."
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="outline" isLoading={save.isPending}>
          {connection ? 'Save connection' : 'Connect'}
        </Button>
        <Button variant="ghost" onClick={close}>
          Cancel
        </Button>
      </div>
      <UnsavedGuard {...guarded} />
      {question}
    </form>
  )
}

interface SaveWish extends Omit<ConnectionFormProps, 'connection' | 'isGod'> {
  connection: Connection | undefined
  form: UseFormReturn<ConnectionValues, unknown, ConnectionBody>
}

type NamesProps = Pick<SaveWish, 'connection' | 'form'>

/** The domain is part of the provider's addresses and stays. */
function Names({ connection, form }: NamesProps) {
  const { errors } = form.formState
  return (
    <>
      {!connection && (
        <TextField
          label="Email domain"
          hint="The part after the @ of its people, for example example.org"
          autoCapitalize="none"
          spellCheck={false}
          error={errors.domain?.message}
          {...form.register('domain')}
        />
      )}
      <TextField
        label="Name"
        hint={connection ? undefined : 'Stands on the button at sign-in'}
        error={errors.name?.message}
        {...form.register('name')}
      />
    </>
  )
}

function useSave({ tenantId, connection, onClose, form }: SaveWish) {
  const refresh = useRefresh(tenantId)
  return useMutation({
    mutationFn: async (body: ConnectionBody) => {
      if (!connection)
        return await api.connections.create.call({ params: { id: String(tenantId) }, body })
      return await api.connections.change.call({
        params: { id: String(tenantId), connectionId: String(connection.id) },
        body: { version: connection.version, ...changesOf(connection, body) },
      })
    },
    onSuccess: async () => {
      await refresh()
      showToast({ variant: 'success', title: connection ? 'Connection saved' : 'Connected' })
      onClose()
    },
    onError: (error) => void showFieldErrors(error, VALUE_NAMES, form.setError),
  })
}
