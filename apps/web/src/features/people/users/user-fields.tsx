import { Email, line } from 'contract/fields'
import { ROLE_LABELS, rolesLabel } from 'contract/labels'
import { ORGANISATION_ROLES } from 'contract/roles'
import { OrganisationRole, type UserDetails } from 'contract/users'
import type { ReactNode } from 'react'
import { Controller, useFormContext } from 'react-hook-form'
import { z } from 'zod'
import { field } from '#core/field-errors.ts'
import { Section } from '#ui/section.tsx'
import { Segment } from '#ui/segment.tsx'
import { TextField } from '#ui/text-field.tsx'

/** What admins see and change of a user: both forms and the read-only page use it. */
export const UserValues = z.object({
  name: line(1, 120),
  email: Email,
  organisation_name: line(0, 120),
  role: OrganisationRole,
})
export type UserValues = z.output<typeof UserValues>

export const NO_USER: UserValues = { name: '', email: '', organisation_name: '', role: 'user' }

export const USER_LABELS = {
  name: 'Name',
  email: 'Email',
  organisation_name: 'Organisation name',
  role: 'Role',
}

export const USER_FIELDS = Object.keys(USER_LABELS) as (keyof UserValues)[]

export function userValues({ name, email, organisation_name, roles }: UserDetails): UserValues {
  const role = ORGANISATION_ROLES.findLast((one) => roles.includes(one)) ?? 'user'
  return { name, email, organisation_name: organisation_name ?? '', role }
}

/** The API's body without roles, which have their own call. */
export function detailsBody(
  { role: _, organisation_name, ...values }: UserValues,
  isPublic: boolean,
) {
  return { ...values, ...(isPublic && { organisation_name: organisation_name || null }) }
}

const ROLES = ORGANISATION_ROLES.map((value) => ({ value, label: ROLE_LABELS[value] }))

interface UserFieldsProps {
  /** Users of the public organisation name their own. */
  isPublic: boolean
  children?: ReactNode
}

export function UserFields({ isPublic, children }: UserFieldsProps) {
  const form = useFormContext<UserValues>()
  return (
    <>
      <TextField label={USER_LABELS.name} autoComplete="off" {...field(form, 'name')} />
      <TextField
        label={USER_LABELS.email}
        type="email"
        autoComplete="off"
        {...field(form, 'email')}
      />
      {children}
      {isPublic && (
        <TextField
          label={USER_LABELS.organisation_name}
          isOptional
          {...field(form, 'organisation_name')}
        />
      )}
    </>
  )
}

interface RoleFieldProps {
  isSelf?: boolean
  children?: ReactNode
}

export function RoleField({ isSelf = false, children }: RoleFieldProps) {
  const { control, getValues } = useFormContext<UserValues>()
  return (
    <div>
      <p className="mb-1.5 text-14 font-medium">{USER_LABELS.role}</p>
      {isSelf ? (
        <p className="text-15 text-muted-foreground">
          {`${ROLE_LABELS[getValues('role')]}. You can’t change your own role.`}
        </p>
      ) : (
        <Controller
          control={control}
          name="role"
          render={({ field }) => (
            <Segment
              label={USER_LABELS.role}
              options={ROLES}
              value={field.value}
              onValueChange={field.onChange}
              className="min-w-60"
            />
          )}
        />
      )}
      {children}
    </div>
  )
}

export function UserFacts({ user }: { user: UserDetails }) {
  const facts = [
    [USER_LABELS.name, user.name],
    [USER_LABELS.email, user.email],
    ...(user.tenant.is_public
      ? [[USER_LABELS.organisation_name, user.organisation_name ?? 'None']]
      : []),
    [USER_LABELS.role, rolesLabel(user.roles)],
  ]
  return (
    <Section id="details" title="Details" titleClassName="mb-4">
      <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-[10rem_1fr]">
        {facts.map(([term, value]) => (
          <div key={term} className="contents">
            <dt className="text-14 text-muted-foreground">{term}</dt>
            <dd className="text-15 wrap-anywhere max-sm:-mt-2">{value}</dd>
          </div>
        ))}
      </dl>
    </Section>
  )
}
