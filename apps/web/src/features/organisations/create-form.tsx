import { isolated } from '#core/isolated.ts'
import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { BrandColour, FIRST_COLOUR, OrganisationBody } from 'contract/tenants'
import { useForm, useWatch } from 'react-hook-form'
import { api } from '#core/api.ts'
import { organisationsChanged } from '#support/refresh-organisation.ts'
import { hasCode } from '#core/api-error.ts'
import { field, showFieldErrors } from '#core/field-errors.ts'
import { showSuccess } from '#core/toast.ts'
import { useSiteAddress } from './use-site-address.ts'
import { ColourField } from './brand/colour-field.tsx'
import { LazyBrandPreview } from './brand/lazy-brand.tsx'
import { ErrorCount } from '#support/error-count.tsx'
import { FailureAlert } from '#support/failure-alert.tsx'
import { useDraftBase, useDraftValues } from '#features/records/form-draft.ts'
import { UnsavedGuard } from '#features/records/leave-question.tsx'
import { useSys } from '#support/sys.ts'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/text-field.tsx'

export function CreateForm() {
  const address = useSiteAddress()
  const ending = new URL(address({ domain: 'x', is_public: false })).hostname.slice(1)
  const { form, create } = useCreate()
  const isMailOff = useSys()?.is_mail_off
  const { errors, isDirty, isSubmitted } = form.formState
  const [name, typed] = useWatch({ control: form.control, name: ['name', 'brand_colour'] })
  const { data: colour = FIRST_COLOUR } = BrandColour.safeParse(typed)
  return (
    <form
      noValidate
      className="space-y-6"
      onSubmit={(event) => void form.handleSubmit((body) => create.mutate({ body }))(event)}
    >
      <TextField label="Name" {...field(form, 'name')} />
      <TextField
        label="Domain"
        hint="The address where users sign in. If you change it later, existing links stop working."
        suffix={ending}
        autoCapitalize="none"
        spellCheck={false}
        {...field(form, 'domain')}
      />
      <TextField
        label="First admin"
        isOptional
        hint={
          isMailOff
            ? 'Email is turned off. After you create the organisation, copy and share this person’s invitation link. The link expires after 7 days.'
            : 'We’ll email this person an invitation that expires after 7 days.'
        }
        type="email"
        autoComplete="off"
        {...field(form, 'admin_email', {
          setValueAs: (value: string) => (value.trim() === '' ? undefined : value),
        })}
      />
      <ColourField
        colour={colour}
        onPick={(picked) => form.setValue('brand_colour', picked, { shouldDirty: true })}
        {...field(form, 'brand_colour')}
      />
      <LazyBrandPreview name={name || 'New organisation'} logoUrl={null} colour={colour} />
      <FailureAlert
        error={hasCode(create.error, 'invalid-input') ? null : create.error}
        title="The organisation was not created."
      />
      <div className="flex flex-wrap items-center gap-4">
        <Button type="submit" isLoading={create.isPending}>
          {create.isPending ? 'Creating' : 'Create organisation'}
        </Button>
        <ErrorCount errors={errors} isShown={isSubmitted} />
      </div>
      <UnsavedGuard isDirty={isDirty} what="the new organisation" />
    </form>
  )
}

function invitedText(isMailOff: boolean | undefined) {
  return isMailOff
    ? 'Email is turned off. Copy the first admin’s invitation link on the “Invites” tab and share it.'
    : 'The first admin was invited.'
}

function useCreate() {
  const queryClient = useQueryClient()
  const isMailOff = useSys()?.is_mail_off
  const navigate = useNavigate()
  const form = useForm({
    resolver: zodResolver(OrganisationBody),
    mode: 'onTouched',
    defaultValues: { name: '', domain: '', brand_colour: FIRST_COLOUR },
  })
  const draft = useDraftBase('new organisation', null)
  useDraftValues(form, draft, null)
  const create = useMutation({
    ...api.tenants.create.mutation(),
    onSuccess: async ({ id, name, open_invitations: invited }) => {
      showSuccess(`${isolated(name)} created`, invited > 0 ? invitedText(isMailOff) : undefined)
      await organisationsChanged(queryClient)
      await navigate({
        to: '/admin/applications/$id/main',
        params: { id: String(id) },
        ignoreBlocker: true,
      })
    },
    onError: (error) =>
      showFieldErrors(error, ['name', 'domain', 'brand_colour', 'admin_email'], form.setError),
  })
  return { form, create }
}
