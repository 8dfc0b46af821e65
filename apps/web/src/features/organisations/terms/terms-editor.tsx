import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { TermsDraftBody, type TermsDraft, type TermsVersions } from 'contract/terms-editing'
import { useState } from 'react'
import { useWatch, type UseFormReturn } from 'react-hook-form'
import type { z } from 'zod'
import { field } from '#core/field-errors.ts'
import { api } from '#core/api.ts'
import { formatDate, formatMoment } from '#core/time.ts'
import { ErrorCount } from '#support/error-count.tsx'
import { FailureAlert } from '#support/failure-alert.tsx'
import { MarkdownField } from '#support/markdown-field.tsx'
import { RecordConflict } from '#features/records/record-conflict.tsx'
import { UnsavedGuard } from '#features/records/leave-question.tsx'
import { useEditedRecord } from '#features/records/use-edited-record.ts'
import { Button } from '#ui/button.tsx'
import { Switch } from '#ui/switch.tsx'
import { TextArea } from '#ui/text-area.tsx'
import { TextField } from '#ui/text-field.tsx'
import { DiscardDraft, PublishDialog } from './draft-dialogs.tsx'

interface StoredDraft {
  draft: TermsDraft | null
  newest: string
  /** The version of the draft; 0 without a draft. */
  version: number
  published?: number
}

const DraftValues = TermsDraftBody.omit({ version: true }).refine(
  ({ effective_on: day }) => day === null || day >= today(),
  { path: ['effective_on'], error: 'Choose today or a later date' },
)
type DraftValues = z.infer<typeof DraftValues>

const LABELS = {
  text: 'Text',
  what_changed: 'What has changed',
  must_accept: 'Users must accept the terms again',
  effective_on: 'In force from',
}

export function TermsEditor() {
  const { data } = useSuspenseQuery(api.termsEditing.versions.query())
  const { draft } = data
  const next = nextOf(data)
  const record = useTermsDraft(data)
  const { form, changes, conflict, failure } = record
  const [isPublishing, setPublishing] = useState(false)
  const { errors, isSubmitted } = form.formState
  const isOpen = conflict !== null && conflict.both.length > 0
  const save = (then?: () => void) =>
    record.submit((values) => {
      if (changes.length > 0 || draft === null) record.send(values, { onSuccess: () => then?.() })
      else then?.()
    })
  return (
    <form
      noValidate
      className="max-w-4xl space-y-5"
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
    >
      <DraftFields form={form} next={next} />
      {conflict && (
        <RecordConflict title={titleOf(conflict.theirs)} record={record} textOf={textOf} />
      )}
      <FailureAlert error={failure} title="The draft was not saved." />
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" variant="outline" isLoading={record.isSaving}>
          Save draft
        </Button>
        <Button onClick={() => save(() => setPublishing(true))}>Publish version {next}</Button>
        {draft && !isOpen && (
          <DiscardDraft
            draft={draft}
            next={next}
            onDone={() => record.restart(storedIn({ ...data, draft: null }))}
            onError={record.handleConflict}
          />
        )}
        <p className="text-13 text-muted-foreground" role="status">
          {draft && changes.length === 0 && savedText(draft)}
        </p>
      </div>
      <ErrorCount errors={errors} isShown={isSubmitted} />
      {draft && isPublishing && (
        <PublishDialog
          draft={draft}
          next={next}
          people={data.people}
          onClose={() => setPublishing(false)}
          onDone={(answer) => record.restart(storedIn(answer))}
          onError={record.handleConflict}
        />
      )}
      <UnsavedGuard isDirty={changes.length > 0} what="the draft" />
    </form>
  )
}

function useTermsDraft(data: TermsVersions) {
  const queryClient = useQueryClient()
  const query = api.termsEditing.versions.query()
  return useEditedRecord<StoredDraft, DraftValues>({
    place: 'terms',
    stored: storedIn(data),
    resolver: zodResolver(DraftValues),
    labels: LABELS,
    valuesOf,
    save: async ({ version }, values) => {
      const draft = await api.termsEditing.saveDraft.call({ body: { ...values, version } })
      return storedIn({ ...data, draft })
    },
    theirsIn: async (details) => {
      const { draft = null } = (details ?? {}) as { draft?: TermsDraft | null }
      const now = await queryClient.fetchQuery({ ...query, staleTime: 0 })
      const stored = storedIn({ ...now, draft })
      const next = nextOf(data)
      return nextOf(now) > next ? { ...stored, published: next } : stored
    },
    show: ({ draft }) =>
      queryClient.setQueryData(query.queryKey, (answer) => answer && { ...answer, draft }),
  })
}

function nextOf({ versions }: TermsVersions) {
  return (versions[0]?.version ?? 0) + 1
}

function storedIn({ versions, draft }: TermsVersions): StoredDraft {
  return { draft, newest: versions[0]?.text ?? '', version: draft?.version ?? 0 }
}

function valuesOf({ draft, newest }: StoredDraft): DraftValues {
  const { text, what_changed, must_accept, effective_on } = draft ?? {
    text: newest,
    what_changed: '',
    must_accept: true,
    effective_on: null,
  }
  return { text, what_changed, must_accept, effective_on }
}

function titleOf({ draft, published }: StoredDraft) {
  if (draft) return `${draft.saved_by ?? 'Someone else'} changed the draft while you were editing`
  return published === undefined
    ? 'Someone else discarded the draft while you were editing'
    : `Version ${published} was published while you were editing`
}

function textOf(name: keyof DraftValues, values: DraftValues) {
  if (name === 'must_accept') return values.must_accept ? 'Yes' : 'No'
  if (name !== 'effective_on') return values[name]
  const day = values.effective_on
  return day === null ? 'When published' : formatDate(`${day}T12:00:00Z`)
}

function DraftFields({ form, next }: { form: UseFormReturn<DraftValues>; next: number }) {
  const { errors } = form.formState
  const [text, mustAccept] = useWatch({ control: form.control, name: ['text', 'must_accept'] })
  return (
    <>
      <MarkdownField label={`Text for version ${next}`} text={text} {...field(form, 'text')} />
      <TextArea
        label="What has changed"
        isOptional
        hint="Shown above the text to users who have to accept the terms."
        rows={3}
        {...field(form, 'what_changed')}
      />
      <TextField
        label="In force from"
        isOptional
        hint="If you leave this field empty, the terms take effect when you publish them."
        type="date"
        min={today()}
        fieldClassName="sm:w-64"
        error={errors.effective_on?.message}
        {...form.register('effective_on', { setValueAs: (day: string | null) => day || null })}
      />
      <Switch
        label="Users must accept the terms again"
        hint="Once this version takes effect, users must accept it before they can continue."
        checked={mustAccept}
        onChange={(event) =>
          form.setValue('must_accept', event.target.checked, { shouldDirty: true })
        }
        className="border-y py-2"
      />
    </>
  )
}

function today() {
  return new Intl.DateTimeFormat('sv-SE').format(new Date())
}

function savedText({ saved_at, saved_by }: TermsDraft) {
  return `Draft saved ${formatMoment(saved_at)}${saved_by ? ` by ${saved_by}` : ''}`
}
