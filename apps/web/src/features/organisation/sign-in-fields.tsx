import { useId } from 'react'
import { useController } from 'react-hook-form'
import { Alert } from '#ui/alert.tsx'
import { FieldError } from '#ui/field.tsx'
import { Segment } from '#ui/segment.tsx'
import { Switch } from '#ui/switch.tsx'
import type { DetailsFieldsProps } from './details-fields.tsx'
import { SIGN_IN_MODES, type OrganisationValues } from './organisation-values.ts'

type SignInFieldsProps = Omit<DetailsFieldsProps, 'isGod'>

export function SignInFields({ customer, form, values, canWrite }: SignInFieldsProps) {
  const { ref } = useController({ control: form.control, name: 'sign_in_mode' }).field
  const modeFault = form.formState.errors.sign_in_mode?.message
  const faultId = useId()
  const consequences = consequencesOf(customer, values)
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
        label="Second step at sign-in"
        hint="Everyone who signs in with a password also enters a code. Single sign-on is exempt."
        className="border-y py-3"
        {...form.register('is_mfa_required')}
      />
      {consequences.map((text) => (
        <Alert key={text} variant="warning" isLive title="When you save:">
          {text}
        </Alert>
      ))}
    </fieldset>
  )
}

function consequencesOf(customer: DetailsFieldsProps['customer'], values: OrganisationValues) {
  const { active_users: users, without_second_step: without } = customer
  const isNew = values.sign_in_mode !== customer.sign_in_mode
  return [
    isNew &&
      values.sign_in_mode === 'sso' &&
      `passwords open nothing any more. ${counted(users)} with the identity providers below, and nobody can be invited with a password.`,
    isNew &&
      values.sign_in_mode === 'credentials' &&
      'single sign-on is not offered any more. Who has no password yet asks for one with "Forgotten password".',
    values.is_mfa_required &&
      !customer.is_mfa_required &&
      `${without} of ${users} have no second step yet. Who comes with a password sets one up before going on.`,
  ].filter((text) => text !== false)
}

function counted(users: number) {
  return users === 1 ? '1 person signs in' : `${users} people sign in`
}
