import { formatList, plural } from 'rules/plural'
import { BrandColour, TenantDomain, type OrganisationDetails, SignInMode } from 'contract/tenants'
import { line } from 'contract/fields'
import { formatSize } from 'contract/file-size'
import { z } from 'zod'

export interface OrganisationValues {
  name: string
  domain: string
  time_zone: string
  retention_years: number | null
  sign_in_mode: SignInMode
  is_mfa_required: boolean
  brand_colour: string
  /** The version of the saved logo, a new one as a data URL, or null for none. Named as in the API's errors. */
  image: string | null
  auditor: number[]
  attachment_quota: number
}

export type ValueName = keyof OrganisationValues

export const VALUE_LABELS: Record<ValueName, string> = {
  name: 'Name',
  domain: 'Domain',
  time_zone: 'Time zone',
  retention_years: 'Retention',
  sign_in_mode: 'Sign-in',
  is_mfa_required: 'Require two-step verification',
  brand_colour: 'Brand colour',
  image: 'Logo',
  auditor: 'Auditors',
  attachment_quota: 'Attachment storage limit',
}

const common = {
  name: line(1, 120),
  time_zone: z.string(),
  retention_years: z.int().nullable(),
  sign_in_mode: SignInMode,
  is_mfa_required: z.boolean(),
  brand_colour: BrandColour,
  image: z.string().nullable(),
  auditor: z.array(z.number()),
  attachment_quota: z.int(),
}
export const OrganisationForm = z.object({ ...common, domain: TenantDomain })
/** A fixed domain may be reserved, so it isn't checked. */
export const FixedDomainForm = z.object({ ...common, domain: z.string() })

export function valuesOf(organisation: OrganisationDetails): OrganisationValues {
  const { auditor, ...rest } = organisation
  return {
    name: rest.name,
    domain: rest.domain,
    time_zone: rest.time_zone,
    retention_years: rest.retention_years,
    sign_in_mode: rest.sign_in_mode,
    is_mfa_required: rest.is_mfa_required,
    brand_colour: rest.brand_colour,
    image: rest.logo_version,
    auditor: auditor.map(({ id }) => id).toSorted((a, b) => a - b),
    attachment_quota: rest.attachment_quota,
  }
}

export const SIGN_IN_MODES: { value: SignInMode; label: string }[] = [
  { value: 'credentials', label: 'Email and password' },
  { value: 'sso', label: 'Single sign-on' },
  { value: 'combined', label: 'Both' },
]

export function valueText(
  name: ValueName,
  values: OrganisationValues,
  nameOf: (auditorId: number) => string,
): string {
  if (name === 'auditor') return formatList(values.auditor.map(nameOf)) || 'None'
  if (name === 'image') return logoText(values.image)
  if (name === 'is_mfa_required') return values.is_mfa_required ? 'On' : 'Off'
  if (name === 'retention_years') return retentionLabel(values.retention_years)
  if (name === 'attachment_quota') return formatSize(values.attachment_quota)
  const text = values[name]
  return SIGN_IN_MODES.find(({ value }) => name === 'sign_in_mode' && value === text)?.label ?? text
}

/** A data URL has a colon, a version has none. */
export function isNewLogo(image: string | null): image is string {
  return image !== null && image.includes(':')
}

function logoText(image: string | null) {
  if (image === null) return 'No logo'
  return isNewLogo(image) ? 'New logo' : 'Saved logo'
}

export function retentionLabel(years: number | null) {
  if (years === null) return 'Keep indefinitely'
  return plural(years, { one: '# year', other: '# years' })
}
