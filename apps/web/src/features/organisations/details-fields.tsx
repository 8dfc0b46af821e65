import { plural } from 'rules/plural'
import { formatSize } from 'contract/file-size'
import type { OrganisationDetails } from 'contract/tenants'
import { useId } from 'react'
import { useController, type UseFormReturn } from 'react-hook-form'
import { field } from '#core/field-errors.ts'
import { useSiteAddress } from './use-site-address.ts'
import { Alert } from '#ui/alert.tsx'
import { FieldError } from '#ui/field.tsx'
import { Segment } from '#ui/segment.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { Switch } from '#ui/switch.tsx'
import { TextField } from '#ui/text-field.tsx'
import { Section } from '#ui/section.tsx'
import { AuditorsField } from './auditors-field.tsx'
import { type OrganisationValues, retentionLabel, SIGN_IN_MODES } from './organisation-values.ts'
import { retentionHint } from './retention.ts'

export interface DetailsFieldsProps {
  organisation: OrganisationDetails
  form: UseFormReturn<OrganisationValues>
  values: OrganisationValues
  canWrite: boolean
  isGod: boolean
}

export function DetailsFields(props: DetailsFieldsProps) {
  const { organisation, form, values, canWrite, isGod } = props
  const hostOf = useSiteAddress()
  const ending = new URL(hostOf({ domain: 'x', is_public: false })).hostname.slice(1)
  const canMove = isGod && !organisation.is_public
  return (
    <Section id="details" title="Details" className="min-w-0 space-y-6">
      <div className="grid gap-6 md:grid-cols-2">
        <TextField label="Name" disabled={!canWrite} {...field(form, 'name')} />
        {canMove ? (
          <TextField
            label="Domain"
            suffix={ending}
            autoCapitalize="none"
            spellCheck={false}
            {...field(form, 'domain')}
          />
        ) : (
          <TextField label="Address" disabled value={new URL(hostOf(organisation)).hostname} />
        )}
        <SelectField
          label="Time zone"
          disabled={!canWrite}
          options={zonesWith(organisation.time_zone)}
          {...field(form, 'time_zone')}
        />
        {isGod && (
          <SelectField
            label="Attachment storage limit"
            options={quotas(organisation.attachment_quota)}
            {...field(form, 'attachment_quota', { setValueAs: Number })}
          />
        )}
        <SelectField
          label="Retention"
          fieldClassName="md:col-span-2"
          hint={retentionHint(organisation, values.retention_years)}
          disabled={!canWrite}
          options={retentions(organisation.retention_years)}
          {...field(form, 'retention_years', {
            setValueAs: (value: string | number | null) =>
              value === '' || value === null ? null : Number(value),
          })}
        />
      </div>
      <AuditorsField {...props} />
      <SignInFields {...props} />
    </Section>
  )
}

function zonesWith(current: string) {
  const zones = new Set([current, 'UTC', ...Intl.supportedValuesOf('timeZone')])
  return [...zones]
    .toSorted((a, b) => a.localeCompare(b, 'en-GB'))
    .map((value) => ({ value, label: value.replaceAll('_', ' ') }))
}

const COMMON_YEARS = [1, 2, 3, 5, 7, 10, 15, 20, 30]

function retentions(current: number | null) {
  const years = new Set([...COMMON_YEARS, ...(current === null ? [] : [current])])
  return [
    { value: '', label: retentionLabel(null) },
    ...[...years]
      .toSorted((a, b) => a - b)
      .map((year) => ({ value: String(year), label: retentionLabel(year) })),
  ]
}

const GB = 1024 ** 3
const COMMON_GIGABYTES = [0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1024]

function quotas(current: number) {
  const bytes = new Set([...COMMON_GIGABYTES.map((size) => size * GB), current])
  return [...bytes]
    .toSorted((a, b) => a - b)
    .map((size) => ({ value: String(size), label: formatSize(size) }))
}

function SignInFields({ organisation, form, values, canWrite }: DetailsFieldsProps) {
  const { ref } = useController({ control: form.control, name: 'sign_in_mode' }).field
  const modeFault = form.formState.errors.sign_in_mode?.message
  const faultId = useId()
  return (
    <fieldset disabled={!canWrite} className="min-w-0 space-y-4">
      <div>
        <p aria-hidden="true" className="mb-1.5 text-14 font-medium">
          Sign-in
        </p>
        <Segment
          ref={ref}
          label="Sign-in"
          isWide
          errorId={modeFault && faultId}
          options={SIGN_IN_MODES}
          value={values.sign_in_mode}
          onValueChange={(mode) => {
            form.clearErrors('sign_in_mode')
            form.setValue('sign_in_mode', mode)
          }}
        />
        {modeFault && (
          <div className="mt-1.5">
            <FieldError id={faultId}>{modeFault}</FieldError>
          </div>
        )}
      </div>
      <Switch
        label="Require two-step verification"
        hint="Users who sign in with a password also enter a code. This does not apply to single sign-on."
        className="border-y py-3"
        {...form.register('is_mfa_required')}
      />
      {consequencesOf(organisation, values).map((text) => (
        <Alert key={text} variant="warning" isLive title="When you save:">
          {text}
        </Alert>
      ))}
    </fieldset>
  )
}

function consequencesOf(
  organisation: DetailsFieldsProps['organisation'],
  values: OrganisationValues,
) {
  const { active_users: users, without_mfa: without } = organisation
  const isNew = values.sign_in_mode !== organisation.sign_in_mode
  return [
    isNew &&
      values.sign_in_mode === 'sso' &&
      `Passwords stop working. ${providersText(users)} You can’t invite or add users, and open invitations stop working.`,
    isNew &&
      values.sign_in_mode === 'credentials' &&
      'Single sign-on is turned off. You can send users without a password a link to set one.',
    values.is_mfa_required && !organisation.is_mfa_required && twoStepText(without),
  ].filter((text) => text !== false)
}

function providersText(users: number) {
  if (users === 0) return 'Users must sign in with the identity providers below.'
  return plural(users, {
    one: '# user must sign in with the identity providers below.',
    other: '# users must sign in with the identity providers below.',
  })
}

function twoStepText(without: number) {
  if (without === 0)
    return 'New users must set up two-step verification when they first sign in with a password.'
  const count = plural(without, {
    one: '# user has not set up two-step verification.',
    other: '# users have not set up two-step verification.',
  })
  return `${count} Users who are signed in with a password must set it up before they can continue.`
}
