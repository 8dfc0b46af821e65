import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { TermsDraftBody, type TermsDraft, type TermsVersions } from 'contract/terms-editing'
import { useState } from 'react'
import { useForm, useWatch, type UseFormReturn } from 'react-hook-form'
import { api } from '#core/api.ts'
import { hasCode } from '#core/api-error.ts'
import { showFieldErrors } from '#core/field-errors.ts'
import { formatMoment } from '#core/time.ts'
import { showSaved } from '#features/admin/show-saved.ts'
import { ErrorCount } from '#features/shell/error-count.tsx'
import { FailureAlert } from '#features/shell/failure-alert.tsx'
import { useKeptBase, useKeptValues } from '#features/shell/kept-form.ts'
import { UnsavedGuard } from '#features/shell/unsaved-guard.tsx'
import { Button } from '#ui/button.tsx'
import { Switch } from '#ui/switch.tsx'
import { TextArea } from '#ui/text-area.tsx'
import { TextField } from '#ui/text-field.tsx'
import { MarkdownField } from '#features/shell/markdown-field.tsx'
import { DiscardDraft } from './discard-draft.tsx'
import { DraftMeanwhile } from './draft-meanwhile.tsx'
import { NAMES, valuesOf } from './draft-values.ts'
import { PublishDialog } from './publish-dialog.tsx'
import { useMeanwhile } from './use-meanwhile.ts'

/** The next version of the platform's terms: kept as a draft until it is published. */
export function TermsEditor() {
  const { data } = useSuspenseQuery(api.termsEditing.versions.query())
  const { versions, draft } = data
  const next = (versions[0]?.version ?? 0) + 1
  const kept = useKeptBase('terms', valuesOf(draft, versions))
  const form = useForm<TermsDraftBody>({
    resolver: zodResolver(NotPast),
    mode: 'onTouched',
    defaultValues: kept.base,
  })
  useKeptValues(form, kept, form.formState.defaultValues)
  const [meanwhile, setMeanwhile] = useMeanwhile(next)
  const save = useSaveDraft(form, setMeanwhile)
  const [isAsking, setAsking] = useState(false)
  const { errors, isDirty, isSubmitted } = form.formState
  const start = (answer?: TermsVersions) =>
    form.reset(valuesOf(answer?.draft, answer?.versions ?? versions))
  const send = (then?: () => void) =>
    form.handleSubmit((body) => {
      if (meanwhile) return
      if (isDirty || draft === null) save.mutate({ body }, { onSuccess: () => then?.() })
      else then?.()
    })
  return (
    <form noValidate className="max-w-4xl space-y-5" onSubmit={(event) => void send()(event)}>
      <DraftFields form={form} next={next} />
      {meanwhile ? (
        <DraftMeanwhile
          form={form}
          meanwhile={meanwhile}
          versions={versions}
          onDone={() => setMeanwhile(null)}
          onKeep={(body) => save.mutate({ body })}
        />
      ) : (
        <FailureAlert
          error={hasCode(save.error, 'conflict') ? null : save.error}
          title="The draft was not saved."
        />
      )}
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" variant="outline" isLoading={save.isPending}>
          Save draft
        </Button>
        <Button onClick={(event) => void send(() => setAsking(true))(event)}>
          Publish version {next}
        </Button>
        {draft && !meanwhile && (
          <DiscardDraft draft={draft} next={next} onDone={() => start()} onError={setMeanwhile} />
        )}
        <p className="text-13 text-muted-foreground" role="status">
          {draft && !isDirty && savedWords(draft)}
        </p>
      </div>
      <ErrorCount errors={errors} isShown={isSubmitted} />
      {draft && (
        <PublishDialog
          draft={draft}
          next={next}
          people={data.people}
          isOpen={isAsking}
          onClose={() => setAsking(false)}
          onDone={start}
          onError={setMeanwhile}
        />
      )}
      <UnsavedGuard isDirty={isDirty} what="the draft" />
    </form>
  )
}

function DraftFields({ form, next }: { form: UseFormReturn<TermsDraftBody>; next: number }) {
  const { errors } = form.formState
  const [text, mustAccept] = useWatch({ control: form.control, name: ['text', 'must_accept'] })
  return (
    <>
      <MarkdownField
        label={`Text of version ${next}`}
        text={text}
        error={errors.text?.message}
        {...form.register('text')}
      />
      <TextArea
        label="What has changed"
        isOptional
        hint="Stands above the text for people who have to accept it."
        rows={3}
        error={errors.what_changed?.message}
        {...form.register('what_changed')}
      />
      <TextField
        label="In force from"
        isOptional
        hint="Without a day it comes into force when it is published."
        type="date"
        min={today()}
        fieldClassName="sm:w-64"
        error={errors.effective_on?.message}
        {...form.register('effective_on', { setValueAs: (day: string | null) => day || null })}
      />
      <Switch
        label="Must be accepted again"
        hint="Nobody gets on before accepting it, once it is in force."
        checked={mustAccept}
        onChange={(event) =>
          form.setValue('must_accept', event.target.checked, { shouldDirty: true })
        }
        className="border-y py-2"
      />
    </>
  )
}

function useSaveDraft(form: UseFormReturn<TermsDraftBody>, onError: (error: Error) => boolean) {
  const queryClient = useQueryClient()
  return useMutation({
    ...api.termsEditing.saveDraft.mutation(),
    onMutate: () => form.getValues(),
    onSuccess: (draft, _, sent) => {
      queryClient.setQueryData(
        api.termsEditing.versions.query().queryKey,
        (answer) => answer && { ...answer, draft },
      )
      showSaved(form, valuesOf(draft, []), sent)
    },
    onError: (error) => {
      if (!onError(error)) showFieldErrors(error, NAMES, form.setError)
    },
  })
}

const NotPast = TermsDraftBody.refine(({ effective_on: day }) => day === null || day >= today(), {
  path: ['effective_on'],
  error: 'Choose today or a later day',
})

function today() {
  return new Intl.DateTimeFormat('sv-SE').format(new Date())
}

function savedWords({ saved_at, saved_by }: TermsDraft) {
  return `Draft saved ${formatMoment(saved_at)}${saved_by ? ` by ${saved_by}` : ''}`
}
