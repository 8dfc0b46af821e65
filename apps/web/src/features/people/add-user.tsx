import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Email, text } from 'contract/fields'
import { OrganisationRole } from 'contract/users'
import { Controller, type UseFormReturn, useForm, useWatch } from 'react-hook-form'
import { z } from 'zod'
import { api } from '#core/api.ts'
import { hasCode } from '#core/api-error.ts'
import { field, showFieldErrors } from '#core/field-errors.ts'
import { showToast } from '#core/toast.ts'
import { RoleSegment } from './role-segment.tsx'
import { ErrorCount, FailureAlert } from '#features/shell/failure-alert.tsx'
import { useDraftBase, useDraftValues } from '#features/shell/form-draft.ts'
import { UnsavedGuard } from '#features/shell/leave-question.tsx'
import { Button } from '#ui/button.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { TextField } from '#ui/text-field.tsx'

const Values = z.object({
  name: text(1, 120),
  email: Email,
  tenant_id: z.string().min(1, 'Choose an organisation'),
  organisation_name: text(0, 120),
  role: OrganisationRole,
})
type Values = z.output<typeof Values>

export function AddUser({ organisation: from }: { organisation: number | undefined }) {
  const { organisations } = useSuspenseQuery(api.tenants.choices.query()).data
  const place =
    organisations.length === 1 ? organisations[0] : organisations.find(({ id }) => id === from)
  const { form, add } = useNewUser(place?.id)
  const { errors, isDirty, isSubmitted } = form.formState
  return (
    <>
      <form
        noValidate
        className="max-w-xl space-y-5"
        onSubmit={(event) => void form.handleSubmit((values) => add.mutate(values))(event)}
      >
        <TextField label="Name" autoComplete="off" {...field(form, 'name')} />
        <TextField label="Email" type="email" autoComplete="off" {...field(form, 'email')} />
        <OrganisationFields form={form} organisations={organisations} />
        <div>
          <p className="mb-1.5 text-14 font-medium">Role</p>
          <Controller
            control={form.control}
            name="role"
            render={({ field }) => <RoleSegment value={field.value} onChange={field.onChange} />}
          />
        </div>
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

interface OrganisationFieldsProps {
  form: UseFormReturn<Values>
  organisations: readonly { id: number; name: string; is_public: boolean }[]
}

function OrganisationFields({ form, organisations }: OrganisationFieldsProps) {
  const chosen = useWatch({ control: form.control, name: 'tenant_id' })
  const isPublic = organisations.some(({ id, is_public }) => is_public && String(id) === chosen)
  return (
    <>
      {organisations.length > 1 && (
        <SelectField
          label="Organisation"
          placeholder="Choose an organisation"
          options={organisations.map(({ id, name }) => ({ value: String(id), label: name }))}
          {...field(form, 'tenant_id')}
        />
      )}
      {isPublic && (
        <TextField label="Organisation name" isOptional {...field(form, 'organisation_name')} />
      )}
    </>
  )
}

function useNewUser(place: number | undefined) {
  const navigate = useNavigate()
  const form = useForm<Values>({
    resolver: zodResolver(Values),
    mode: 'onTouched',
    defaultValues: {
      name: '',
      email: '',
      tenant_id: place === undefined ? '' : String(place),
      organisation_name: '',
      role: 'user',
    },
  })
  const draft = useDraftBase('new user', null)
  useDraftValues(form, draft, null)
  const add = useMutation({
    mutationFn: ({ name, email, tenant_id, organisation_name, role }: Values) =>
      api.users.create.call({
        body: {
          name,
          email,
          roles: [role],
          tenant_id: Number(tenant_id),
          ...(organisation_name && { organisation_name }),
        },
      }),
    onSuccess: ({ id, email }) => {
      showToast({
        variant: 'success',
        title: 'User added',
        description: `We emailed a link to ${email}.`,
      })
      void navigate({
        to: '/admin/users/$id/main-details',
        params: { id: String(id) },
        ignoreBlocker: true,
      })
    },
    onError: (error) => {
      if (hasCode(error, 'email-taken'))
        form.setError('email', { message: error.message }, { shouldFocus: true })
      else showFieldErrors(error, ['name', 'email', 'organisation_name'], form.setError)
    },
  })
  return { form, add }
}
