import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { FormProvider, useForm, useWatch } from 'react-hook-form'
import { z } from 'zod'
import { api } from '#core/api.ts'
import { hasCode } from '#core/api-error.ts'
import { field, showFieldErrors } from '#core/field-errors.ts'
import { showSuccess } from '#core/toast.ts'
import { ErrorCount } from '#support/error-count.tsx'
import { FailureAlert } from '#support/failure-alert.tsx'
import { useDraftBase, useDraftValues } from '#features/records/form-draft.ts'
import { UnsavedGuard } from '#features/records/leave-question.tsx'
import { useSys } from '#support/sys.ts'
import { Button } from '#ui/button.tsx'
import { SelectField } from '#ui/select-field.tsx'
import {
  detailsBody,
  NO_USER,
  RoleField,
  USER_FIELDS,
  UserFields,
  UserValues,
} from './user-fields.tsx'

const Values = UserValues.extend({ tenant_id: z.string().min(1, 'Choose an organisation') })
type Values = z.output<typeof Values>

interface NewUser {
  values: Values
  isPublic: boolean
}

export function AddUser({ organisation: from }: { organisation: number | undefined }) {
  const { organisations } = useSuspenseQuery(api.tenants.choices.query()).data
  const place =
    organisations.length === 1 ? organisations[0] : organisations.find(({ id }) => id === from)
  const { form, add } = useNewUser(place?.id)
  const chosen = useWatch({ control: form.control, name: 'tenant_id' })
  const isPublic = organisations.some(({ id, is_public }) => is_public && String(id) === chosen)
  const { errors, isDirty, isSubmitted } = form.formState
  return (
    <>
      <form
        noValidate
        className="max-w-xl space-y-5"
        onSubmit={(event) =>
          void form.handleSubmit((values) => add.mutate({ values, isPublic }))(event)
        }
      >
        <FormProvider {...form}>
          <UserFields isPublic={isPublic}>
            {organisations.length > 1 && (
              <SelectField
                label="Organisation"
                placeholder="Choose an organisation"
                options={organisations.map(({ id, name }) => ({ value: String(id), label: name }))}
                {...field(form, 'tenant_id')}
              />
            )}
          </UserFields>
          <RoleField />
        </FormProvider>
        <FailureAlert
          error={hasCode(add.error, 'email-taken', 'invalid-input') ? null : add.error}
          title="The user was not added."
        />
        <div className="flex flex-wrap items-center gap-4">
          <Button type="submit" isLoading={add.isPending}>
            {add.isPending ? 'Saving' : 'Add user'}
          </Button>
          <ErrorCount errors={errors} isShown={isSubmitted} />
        </div>
      </form>
      <UnsavedGuard isDirty={isDirty && !add.isSuccess} what="the new user" />
    </>
  )
}

function useNewUser(place: number | undefined) {
  const navigate = useNavigate()
  const isMailOff = useSys()?.is_mail_off
  const form = useForm<Values>({
    resolver: zodResolver(Values),
    mode: 'onTouched',
    defaultValues: { ...NO_USER, tenant_id: place === undefined ? '' : String(place) },
  })
  const draft = useDraftBase('new user', null)
  useDraftValues(form, draft, null)
  const add = useMutation({
    mutationFn: ({ values: { tenant_id, ...user }, isPublic }: NewUser) =>
      api.users.create.call({
        body: {
          ...detailsBody(user, isPublic),
          roles: [user.role],
          tenant_id: Number(tenant_id),
        },
      }),
    onSuccess: async ({ id, email }) => {
      showSuccess(
        'User added',
        isMailOff
          ? `We’ll email ${email} a link to set a password when email is turned on.`
          : `We emailed ${email} a link to set a password.`,
      )
      await navigate({
        to: '/admin/users/$id/main-details',
        params: { id: String(id) },
        ignoreBlocker: true,
      })
    },
    onError: (error) => {
      if (hasCode(error, 'email-taken'))
        form.setError('email', { message: error.message }, { shouldFocus: true })
      else showFieldErrors(error, USER_FIELDS, form.setError)
    },
  })
  return { form, add }
}
