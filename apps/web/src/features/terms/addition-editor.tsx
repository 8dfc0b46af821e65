import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import type { TermsAddition } from 'contract/terms'
import { AdditionBody } from 'contract/terms-editing'
import { useForm, useWatch } from 'react-hook-form'
import { api } from '#core/api.ts'
import { hasCode } from '#core/api-error.ts'
import { showFieldErrors } from '#core/field-errors.ts'
import { formatMoment } from '#core/time.ts'
import { showToast } from '#core/toast.ts'
import { showSaved } from '#features/admin/show-saved.ts'
import { FailureAlert } from '#features/shell/failure-alert.tsx'
import { useKeptBase, useKeptValues } from '#features/shell/kept-form.ts'
import { UnsavedGuard } from '#features/shell/unsaved-guard.tsx'
import { Button } from '#ui/button.tsx'
import { MarkdownField } from '#features/shell/markdown-field.tsx'
import { TwoTexts } from './two-texts.tsx'

/** An organisation's own text below the platform's; publishing an empty one takes it away. */
export function AdditionEditor() {
  const [newest] = useSuspenseQuery(api.termsEditing.additions.query()).data.additions
  const queryClient = useQueryClient()
  const kept = useKeptBase('terms addition', {
    text: newest?.text ?? '',
    version: newest?.version ?? 0,
  })
  const form = useForm({
    resolver: zodResolver(AdditionBody),
    defaultValues: kept.base,
  })
  useKeptValues(form, kept, form.formState.defaultValues)
  const publish = useMutation({
    ...api.termsEditing.publishAddition.mutation(),
    onMutate: () => form.getValues(),
    onSuccess: async (answer, _, sent) => {
      queryClient.setQueryData(api.termsEditing.additions.query().queryKey, answer)
      const { text = '', version = 0 } = answer.additions[0] ?? {}
      showSaved(form, { text, version }, sent)
      showToast({ variant: 'success', title: 'Addition published' })
      await queryClient.invalidateQueries({ queryKey: api.terms.current.key })
    },
    onError: (error) => showFieldErrors(error, ['text'], form.setError),
  })
  const text = useWatch({ control: form.control, name: 'text' })
  const theirs = additionOf(publish.error)
  const { errors, isDirty } = form.formState
  return (
    <form
      noValidate
      className="max-w-4xl space-y-5"
      onSubmit={(event) => void form.handleSubmit((body) => publish.mutate({ body }))(event)}
    >
      <MarkdownField
        label="Text"
        hint={hintOf(newest)}
        text={text}
        error={errors.text?.message}
        {...form.register('text')}
      />
      {theirs ? (
        <TwoTexts
          title="Somebody else has changed the addition meanwhile."
          theirs={theirs.text}
          onKeep={() => {
            form.setValue('version', theirs.version)
            publish.mutate({ body: { text, version: theirs.version } })
          }}
          onTake={() => {
            form.reset({ text: theirs.text, version: theirs.version })
            publish.reset()
          }}
        />
      ) : (
        <FailureAlert error={publish.error} title="The addition was not published." />
      )}
      <Button type="submit" isLoading={publish.isPending} aria-disabled={!isDirty}>
        {publish.isPending ? 'Publishing' : 'Publish addition'}
      </Button>
      <UnsavedGuard isDirty={isDirty} what="the addition" />
    </form>
  )
}

function hintOf(newest: TermsAddition | undefined) {
  if (newest === undefined)
    return 'Nobody has to accept it again; it stands there from the next visit on.'
  return `Version ${newest.version}, published ${formatMoment(newest.published_at)}. An empty text takes it away.`
}

function additionOf(error: unknown) {
  if (!hasCode(error, 'conflict')) return null
  return (error.details as { addition: TermsAddition | null } | undefined)?.addition ?? null
}
