import type { Connection, ConnectionBody } from 'contract/connections'
import type { UseFormReturn } from 'react-hook-form'
import { field } from '#core/field-errors.ts'
import { TextArea } from '#ui/text-area.tsx'
import { TextField } from '#ui/text-field.tsx'
import type { ConnectionKind, ConnectionValues } from './connection-values.ts'

interface ProviderFieldsProps {
  connection: Connection | undefined
  form: UseFormReturn<ConnectionValues, unknown, ConnectionBody>
}

const orNothing = { setValueAs: (value: string) => (value === '' ? undefined : value) }

export function ProviderFields({ kind, ...props }: ProviderFieldsProps & { kind: ConnectionKind }) {
  return kind === 'saml' ? <SamlFields {...props} /> : <OpenidFields {...props} />
}

function SamlFields({ connection, form }: ProviderFieldsProps) {
  return (
    <>
      <TextField label="Provider entity ID" spellCheck={false} {...field(form, 'issuer')} />
      <TextField
        label="Sign-in address"
        type="url"
        placeholder="https://"
        {...field(form, 'entry_point')}
      />
      <TextArea
        label="Certificate"
        hint={
          connection
            ? 'Leave this field empty to keep the current certificate. If the provider is changing its key, paste both the old and new certificates.'
            : 'PEM format, starting with -----BEGIN CERTIFICATE-----'
        }
        fieldClassName="md:col-span-2"
        className="font-mono text-13"
        spellCheck={false}
        {...field(form, 'idp_certificate', orNothing)}
      />
    </>
  )
}

function OpenidFields({ connection, form }: ProviderFieldsProps) {
  return (
    <>
      <TextField
        label="Provider address"
        hint="Your provider’s settings call this the issuer"
        type="url"
        placeholder="https://"
        {...field(form, 'issuer')}
      />
      <TextField
        label="Client ID"
        hint="Shown in your provider’s settings"
        spellCheck={false}
        {...field(form, 'client_id')}
      />
      <TextField
        label="Client secret"
        isOptional={!connection}
        hint={
          connection?.has_secret
            ? 'Leave this field empty to keep the current secret.'
            : 'You can’t view the secret after you save it.'
        }
        type="password"
        autoComplete="off"
        {...field(form, 'client_secret', orNothing)}
      />
    </>
  )
}
