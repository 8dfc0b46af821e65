import { useMutation, useQuery } from '@tanstack/react-query'
import type { ContentSetDetails } from 'contract/content-sets'
import type { PublishingImpact } from 'contract/editions'
import { Upload } from 'lucide-react'
import { useState } from 'react'
import { api } from '#core/api.ts'
import { hasCode } from '#core/api-error.ts'
import { showToast } from '#core/toast.ts'
import { FailureAlert } from '#features/shell/failure-alert.tsx'
import { useClosing } from '#features/shell/leave-question.tsx'
import { AlertDialog } from '#ui/alert-dialog.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { SkeletonRows } from '#ui/skeleton.tsx'
import { TextArea } from '#ui/text-area.tsx'
import { counted } from './edition-labels.ts'
import { namesOfFields } from '#features/content/editor/field-labels.ts'
import { useContentChanged } from '#features/content/use-content-changed.ts'

interface PublishDialogProps {
  id: number
  version: number
  onClose: () => void
  onPublished?: ((set: ContentSetDetails) => void) | undefined
  onIncomplete?: (() => void) | undefined
  onConflict?: (() => void) | undefined
}

export function PublishDialog(props: PublishDialogProps) {
  const { id, version, onClose } = props
  const [whatChanged, setWhatChanged] = useState('')
  const [isMinor, setMinor] = useState(false)
  const { data: impact, error, refetch, isFetching } = useImpact(id)
  const [isUntold, setUntold] = useState(false)
  const publish = usePublish(props)
  const isDirty = whatChanged.trim() !== ''
  const { close, question } = useClosing({ what: 'the words for respondents', isDirty, onClose })
  return (
    <AlertDialog
      open
      isWide
      onOpenChange={(isOpen) => !isOpen && close()}
      title={`Publish version ${version}?`}
      description={consequence(version, impact)}
      actionLabel={`Publish version ${version}`}
      actionVariant="primary"
      actionIcon={<Upload />}
      cancelLabel="Keep as draft"
      isLoading={publish.isPending}
      onAction={() => {
        if (!impact) return void refetch()
        const { head_version, based_on } = impact
        if (based_on && whatChanged.trim() === '') return setUntold(true)
        return publish.mutate({
          params: { id },
          body: { head_version, what_changed: whatChanged, is_minor: isMinor },
        })
      }}
    >
      {impact && <Impact impact={impact} isMinor={isMinor} />}
      {!impact && !error && <SkeletonRows label="Counting what changes" count={2} />}
      {error && (
        <ErrorPanel
          title="What changes could not be counted"
          onRetry={() => void refetch()}
          isRetrying={isFetching}
          detail={error.message}
        >
          Nothing was published.
        </ErrorPanel>
      )}
      {impact?.based_on && (
        <>
          <TextArea
            label={
              <>
                What changed?{' '}
                <span className="font-normal text-muted-foreground">Shown to respondents</span>
              </>
            }
            rows={2}
            limit={2000}
            value={whatChanged}
            onChange={(event) => {
              setUntold(false)
              setWhatChanged(event.target.value)
            }}
            error={isUntold ? 'Say what has changed: respondents are shown it' : undefined}
          />
          {impact.may_be_minor && (
            <Checkbox
              label="A minor change: only the wording is better"
              hint="Running assessments get it by themselves, and nothing has to be confirmed."
              checked={isMinor}
              onChange={(event) => setMinor(event.target.checked)}
            />
          )}
        </>
      )}
      <PublishFailure
        error={publish.error}
        onAgain={() => {
          publish.reset()
          void refetch()
        }}
      />
      {question}
    </AlertDialog>
  )
}

function useImpact(id: number) {
  return useQuery({
    ...api.editions.impact.query({ params: { id } }),
    // Of now: other people answer and write meanwhile.
    staleTime: 0,
    gcTime: 0,
  })
}

function usePublish({ version, onClose, onPublished, ...refused }: PublishDialogProps) {
  const changed = useContentChanged()
  return useMutation({
    ...api.editions.publish.mutation(),
    onSuccess: async (set) => {
      showToast({ variant: 'success', title: `Version ${version} published` })
      await changed()
      onPublished?.(set)
      onClose()
    },
    onError: (error) => {
      if (hasCode(error, 'content-incomplete')) refused.onIncomplete?.()
      if (hasCode(error, 'conflict')) refused.onConflict?.()
    },
  })
}

function consequence(version: number, impact: PublishingImpact | undefined) {
  const before = impact?.based_on
  const follows = before
    ? `Version ${version} replaces version ${before.version} for new assessments. `
    : ''
  return `${follows}It cannot be edited once published.`
}

function Impact({ impact, isMinor }: { impact: PublishingImpact; isMinor: boolean }) {
  const { based_on, changes, version } = impact
  if (!based_on) return <FirstEdition added={changes.added.length} />
  const counts = [changes.added, changes.changed, changes.removed, changes.moved]
  const isSame = counts.every(({ length }) => length === 0)
  const figures = [
    { label: 'Added', count: changes.added.length },
    { label: 'Changed', count: changes.changed.length },
    { label: 'Removed', count: changes.removed.length },
    ...(changes.moved.length > 0 ? [{ label: 'Moved', count: changes.moved.length }] : []),
  ]
  return (
    <>
      {!isSame && (
        <dl className="mt-2 flex border-y py-3">
          {figures.map(({ label, count }) => (
            <div key={label} className="flex-1 border-l pl-5 first:border-l-0 first:pl-0">
              <dt className="text-15 text-subtle-foreground">{label}</dt>
              <dd className="flex items-baseline gap-2">
                <span className="text-26 font-semibold">{count.toLocaleString('en-GB')}</span>
                <span className="text-15 text-subtle-foreground max-sm:sr-only">
                  {count === 1 ? 'statement' : 'statements'}
                </span>
              </dd>
            </div>
          ))}
        </dl>
      )}
      <p>{otherWords(impact, isSame, based_on.version)}</p>
      <div>
        <p className="font-semibold">{runningWords(impact, based_on.version)}</p>
        {impact.assessments_in_progress + impact.assessments_completed > 0 && (
          <p className="text-subtle-foreground">
            {isMinor
              ? `They begin to move to version ${version} at once, and the versions of the set show how far they are. All answers stay as they are.`
              : `They stay there until their owner moves to version ${version}. Answers to unchanged statements carry over, and changed ones are marked to confirm.`}
            {impact.assessments_completed > 0 && ' Reports that were made stay as they are.'}
          </p>
        )}
      </div>
    </>
  )
}

/** What changes beside statements, so that an author who wrote only there is not told that nothing does. */
function otherWords({ other_changes }: PublishingImpact, isSame: boolean, before: number) {
  const list = namesOfFields(other_changes)
  if (list === '') return isSame ? `Nothing differs from version ${before}.` : null
  return isSame ? `All statements stay as they are. Changed: ${list}.` : `Also changed: ${list}.`
}

function FirstEdition({ added }: { added: number }) {
  return (
    <p className="text-subtle-foreground">
      It is the first version, with {counted(added, 'statement')}. New assessments can start on it
      at once.
    </p>
  )
}

function runningWords(
  { assessments_in_progress, assessments_completed, organisations }: PublishingImpact,
  before: number,
) {
  const running = assessments_in_progress
  const where =
    running > 0 && organisations > 1 ? ` in ${counted(organisations, 'organisation')}` : ''
  const who =
    running === 0 ? 'No assessment is' : `${counted(running, 'assessment')} ${are(running)}`
  const completed = assessments_completed
  const others =
    completed === 0 ? '' : `, and ${completed.toLocaleString('en-GB')} ${are(completed)} completed`
  return `${who} in progress on version ${before}${where}${others}`
}

function are(count: number) {
  return count === 1 ? 'is' : 'are'
}

function PublishFailure({ error, onAgain }: { error: Error | null; onAgain: () => void }) {
  if (!hasCode(error, 'conflict'))
    return <FailureAlert error={error} title="The version was not published." />
  return (
    <ErrorPanel title="Somebody changed the draft meanwhile" onRetry={onAgain}>
      Nothing was published. Count the changes again and look at them first.
    </ErrorPanel>
  )
}
