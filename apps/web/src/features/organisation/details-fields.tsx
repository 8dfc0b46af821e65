import { formatSize } from 'contract/file-size'
import type { CustomerDetails } from 'contract/tenants'
import type { UseFormReturn } from 'react-hook-form'
import { useSiteAddress } from '#features/admin/use-site-address.ts'
import { SelectField } from '#ui/select-field.tsx'
import { TextField } from '#ui/text-field.tsx'
import { AuditorsField } from './auditors-field.tsx'
import { retentionWords, type OrganisationValues } from './organisation-values.ts'
import { retentionHint } from './retention.ts'
import { SignInFields } from './sign-in-fields.tsx'

export interface DetailsFieldsProps {
  customer: CustomerDetails
  form: UseFormReturn<OrganisationValues>
  values: OrganisationValues
  canWrite: boolean
  isGod: boolean
}

export function DetailsFields(props: DetailsFieldsProps) {
  const { customer, form, values, canWrite, isGod } = props
  const { errors } = form.formState
  const hostOf = useSiteAddress()
  const ending = new URL(hostOf({ domain: 'x', is_public: false })).hostname.slice(1)
  const canMove = isGod && !customer.is_public
  return (
    <section aria-labelledby="details" className="min-w-0 space-y-6">
      <h2 id="details" className="text-18 font-semibold">
        Details
      </h2>
      <div className="grid gap-6 md:grid-cols-2">
        <TextField
          label="Name"
          disabled={!canWrite}
          error={errors.name?.message}
          {...form.register('name')}
        />
        {canMove ? (
          <TextField
            label="Domain"
            suffix={ending}
            autoCapitalize="none"
            spellCheck={false}
            error={errors.domain?.message}
            {...form.register('domain')}
          />
        ) : (
          <TextField label="Address" disabled value={new URL(hostOf(customer)).hostname} />
        )}
        <SelectField
          label="Time zone"
          disabled={!canWrite}
          options={zonesWith(customer.time_zone)}
          error={errors.time_zone?.message}
          {...form.register('time_zone')}
        />
        {isGod && (
          <SelectField
            label="Room for attachments"
            options={quotas(customer.attachment_quota)}
            error={errors.attachment_quota?.message}
            {...form.register('attachment_quota', { setValueAs: Number })}
          />
        )}
        <SelectField
          label="Retention"
          fieldClassName="md:col-span-2"
          hint={retentionHint(customer, values.retention_years)}
          disabled={!canWrite}
          options={retentions(customer.retention_years)}
          error={errors.retention_years?.message}
          {...form.register('retention_years', {
            setValueAs: (value: string | number | null) =>
              value === '' || value === null ? null : Number(value),
          })}
        />
      </div>
      <AuditorsField {...props} />
      <SignInFields customer={customer} form={form} values={values} canWrite={canWrite} />
    </section>
  )
}

function zonesWith(present: string) {
  const zones = new Set([present, 'UTC', ...Intl.supportedValuesOf('timeZone')])
  return [...zones]
    .toSorted((a, b) => a.localeCompare(b, 'en-GB'))
    .map((value) => ({ value, label: value.replaceAll('_', ' ') }))
}

const USUAL_YEARS = [1, 2, 3, 5, 7, 10, 15, 20, 30]

function retentions(present: number | null) {
  const years = new Set([...USUAL_YEARS, ...(present === null ? [] : [present])])
  return [
    { value: '', label: retentionWords(null) },
    ...[...years]
      .toSorted((a, b) => a - b)
      .map((year) => ({ value: String(year), label: retentionWords(year) })),
  ]
}

const GB = 1024 ** 3
const USUAL_GIGABYTES = [0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1024]

function quotas(present: number) {
  const bytes = new Set([...USUAL_GIGABYTES.map((size) => size * GB), present])
  return [...bytes]
    .toSorted((a, b) => a - b)
    .map((size) => ({ value: String(size), label: formatSize(size) }))
}
