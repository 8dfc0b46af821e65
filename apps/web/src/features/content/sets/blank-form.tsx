import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { line, text } from 'contract/fields'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { api } from '#core/api.ts'
import { hasCode } from '#core/api-error.ts'
import { field, showFieldErrors } from '#core/field-errors.ts'
import { READY_SCALES } from 'rules/ready-scales'
import { emptyStatement } from '#features/content/saving/new-parts.ts'
import { useContentChanged } from '#features/content/use-content-changed.ts'
import { useUser } from '#core/user.ts'
import { ErrorCount } from '#support/error-count.tsx'
import { FailureAlert } from '#support/failure-alert.tsx'
import { UnsavedGuard } from '#features/records/leave-question.tsx'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { TextArea } from '#ui/text-area.tsx'
import { TextField } from '#ui/text-field.tsx'
import { OwnerField } from './owner-field.tsx'

const Values = z.object({
  tenant_id: z.string(),
  title: line(1, 500),
  description: text(0, 32_000),
  scale: z.string(),
  isShared: z.boolean(),
})
type Values = z.output<typeof Values>

const LEVELS = [
  ...READY_SCALES.map(({ name, labels }) => ({
    value: name,
    label: `${name}: ${labels[0]} to ${labels.at(-1)}`,
  })),
  { value: '', label: 'No levels: show results as percentages' },
]

export function BlankForm() {
  const { form, create } = useCreate()
  const { errors, isDirty, isSubmitted } = form.formState
  return (
    <form
      noValidate
      className="space-y-5"
      onSubmit={(event) => void form.handleSubmit((values) => create.mutate(values))(event)}
    >
      <TextField label="Title" {...field(form, 'title')} />
      <OwnerField {...field(form, 'tenant_id')} />
      <TextArea label="Description" isOptional rows={3} {...field(form, 'description')} />
      <SelectField
        label="Levels"
        hint="Each new statement gets one response per level. You can rename levels later."
        options={LEVELS}
        {...form.register('scale')}
      />
      <Checkbox
        label="Use the same responses for all statements"
        hint="You write the responses once. You can still give a statement its own responses."
        {...form.register('isShared')}
      />
      <FailureAlert
        error={hasCode(create.error, 'invalid-input') ? null : create.error}
        title="The content set was not created."
      />
      <div className="flex flex-wrap items-center gap-4">
        <Button type="submit" isLoading={create.isPending}>
          {create.isPending ? 'Creating' : 'Create content set'}
        </Button>
        <ErrorCount errors={errors} isShown={isSubmitted} />
      </div>
      <UnsavedGuard isDirty={isDirty && !create.isSuccess} what="the new content set" />
    </form>
  )
}

function useCreate() {
  const navigate = useNavigate()
  const changed = useContentChanged()
  const { tenant } = useUser()
  const form = useForm<Values>({
    resolver: zodResolver(Values),
    mode: 'onTouched',
    defaultValues: {
      tenant_id: String(tenant.id),
      title: '',
      description: '',
      scale: READY_SCALES[0]?.name ?? '',
      isShared: false,
    },
  })
  const create = useMutation({
    mutationFn: ({ tenant_id, title, description, scale, isShared }: Values) => {
      const labels = READY_SCALES.find(({ name }) => name === scale)?.labels
      return api.contentSets.create.call({
        body: {
          tenant_id: Number(tenant_id),
          title,
          ...(description !== '' && { description }),
          scale: [...(labels ?? [])],
          ...(isShared && { responses: emptyStatement(labels ?? ['No', 'Yes']).responses }),
        },
      })
    },
    onSuccess: async ({ id }) => {
      await changed()
      await navigate({
        to: '/admin/content-sets/$id',
        params: { id: String(id) },
        ignoreBlocker: true,
      })
    },
    onError: (error) =>
      showFieldErrors(error, ['tenant_id', 'title', 'description'], form.setError),
  })
  return { form, create }
}
