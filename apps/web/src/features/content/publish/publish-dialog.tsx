import { useMutation, useQuery } from '@tanstack/react-query'
import type { PublishingImpact } from 'contract/editions'
import { Upload } from 'lucide-react'
import { useState } from 'react'
import { api } from '#core/api.ts'
import { hasCode } from '#core/api-error.ts'
import { missingActionsText } from 'rules/action-labels'
import { besideText } from 'rules/beside-label'
import { scriptsText } from 'rules/language'
import { formatNumber, plural } from 'rules/plural'
import { showSuccess } from '#core/toast.ts'
import { FailureAlert } from '#support/failure-alert.tsx'
import { useClosing } from '#features/records/leave-question.tsx'
import { Alert } from '#ui/alert.tsx'
import { AlertDialog } from '#ui/alert-dialog.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { QueryError } from '#ui/query-error.tsx'
import { SkeletonRows } from '#ui/skeleton.tsx'
import { TextArea } from '#ui/text-area.tsx'
import { namesOfFields } from '#features/content/editor/field-labels.ts'
import { useContentChanged } from '#features/content/use-content-changed.ts'
import { Usage } from './usage.tsx'

interface PublishDialogProps {
  id: number
  version: number
  /** Answered only in the copies that organisations have. */
  isTemplate: boolean
  onClose: () => void
  onPublished: () => void
  onIncomplete: () => void
  onConflict: () => void
}

export function PublishDialog(props: PublishDialogProps) {
  const { id, version, isTemplate, onClose } = props
  const [whatChanged, setWhatChanged] = useState('')
  const [isMinor, setMinor] = useState(false)
  const query = useQuery({
    ...api.editions.impact.query({ params: { id } }),
    // Always current, because others answer and write at the same time.
    staleTime: 0,
    gcTime: 0,
  })
  const { data: impact, error, refetch } = query
  const [isMissing, setMissing] = useState(false)
  const publish = usePublish(props)
  const isDirty = whatChanged.trim() !== ''
  const { close, question } = useClosing({ what: 'the message for respondents', isDirty, onClose })
  return (
    <AlertDialog
      open
      isWide
      onOpenChange={(isOpen) => !isOpen && close()}
      title={`Publish version ${version}?`}
      description={consequence(version, isTemplate, impact)}
      actionLabel={`Publish version ${version}`}
      actionVariant="primary"
      actionIcon={<Upload />}
      cancelLabel="Keep as draft"
      isLoading={publish.isPending}
      isDisabled={!impact}
      onAction={() => {
        if (!impact) return
        const { head_version, based_on } = impact
        if (based_on && whatChanged.trim() === '') return setMissing(true)
        return publish.mutate({
          params: { id },
          body: { head_version, what_changed: whatChanged, is_minor: isMinor },
        })
      }}
    >
      {impact && <Impact {...{ impact, isMinor, isTemplate }} />}
      {impact && <Warnings impact={impact} />}
      {!impact && !error && <SkeletonRows label="Counting the changes" count={2} />}
      {error && (
        <QueryError query={query} title="The changes could not be counted">
          Nothing was published.
        </QueryError>
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
              setMissing(false)
              setWhatChanged(event.target.value)
            }}
            error={isMissing ? 'Describe what has changed' : undefined}
          />
          {impact.may_be_minor && (
            <Checkbox
              label="Minor change: wording only"
              hint={minorHint(isTemplate)}
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

function minorHint(isTemplate: boolean) {
  const moving = isTemplate
    ? 'After you copy this version to an organisation, the assessments in progress there move to this version.'
    : 'Assessments in progress move to this version.'
  return `${moving} Respondents don’t have to confirm anything.`
}

function usePublish({ version, onClose, onPublished, ...refused }: PublishDialogProps) {
  const changed = useContentChanged()
  return useMutation({
    ...api.editions.publish.mutation(),
    onSuccess: async () => {
      showSuccess(`Version ${version} published`)
      await changed()
      onPublished()
      onClose()
    },
    onError: (error) => {
      if (hasCode(error, 'content-incomplete')) refused.onIncomplete()
      if (hasCode(error, 'conflict')) refused.onConflict()
    },
  })
}

function consequence(version: number, isTemplate: boolean, impact: PublishingImpact | undefined) {
  const before = impact?.based_on
  return before
    ? `Version ${version} replaces version ${before.version} for new ${isTemplate ? 'copies' : 'assessments'}. You can’t edit a version after publishing it.`
    : 'You can’t edit a version after publishing it.'
}

/** Shown if there are any. */
const RARE = new Set(['Moved', 'Other groups'])

/** Its level, profiles or tags. */
function isRegrouped({ fields }: PublishingImpact['changes']['changed'][number]) {
  return fields.some(({ field }) => field === 'groups')
}

type ImpactProps = { impact: PublishingImpact; isMinor: boolean; isTemplate: boolean }

function Impact({ impact, isMinor, isTemplate }: ImpactProps) {
  const { based_on, changes } = impact
  if (!based_on)
    return (
      <p className="text-subtle-foreground">
        {plural(changes.added.length, {
          one: 'This first version has # statement.',
          other: 'This first version has # statements.',
        })}{' '}
        {isTemplate
          ? 'After publishing it, you can copy it to organisations.'
          : 'New assessments can use it from its first year.'}
      </p>
    )
  const all = [
    { label: 'Added', count: changes.added.length },
    { label: 'Changed', count: changes.changed.length },
    { label: 'Removed', count: changes.removed.length },
    { label: 'Moved', count: changes.moved.length },
    { label: 'Other groups', count: changes.changed.filter(isRegrouped).length },
  ]
  const isSame = all.every(({ count }) => count === 0)
  const figures = all.filter(({ label, count }) => count > 0 || !RARE.has(label))
  return (
    <>
      {!isSame && (
        <dl className="mt-2 flex border-y py-3">
          {figures.map(({ label, count }) => (
            <div key={label} className="flex-1 border-l pl-5 first:border-l-0 first:pl-0">
              <dt className="text-15 text-subtle-foreground">{label}</dt>
              <dd className="flex items-baseline gap-2">
                <span className="text-26 font-semibold">{formatNumber(count)}</span>
                <span className="text-15 text-subtle-foreground max-sm:sr-only">
                  {plural(count, { one: 'statement', other: 'statements' })}
                </span>
              </dd>
            </div>
          ))}
        </dl>
      )}
      <p>{otherChangesText(impact, isSame, based_on.version)}</p>
      {isTemplate ? (
        <Copies impact={impact} />
      ) : (
        <Usage impact={impact} isMinor={isMinor} before={based_on.version} />
      )}
    </>
  )
}

function Copies({ impact: { organisations, version } }: { impact: PublishingImpact }) {
  return (
    <div>
      <p className="font-semibold">
        {plural(organisations, {
          one: '# organisation has a copy.',
          other: '# organisations have a copy.',
        })}
      </p>
      {organisations > 0 && (
        <p className="text-subtle-foreground">
          Existing copies don’t change until you copy version {version} to organisations.
        </p>
      )}
    </div>
  )
}

function Warnings({
  impact: { beside, missing_actions: missing, scripts_without_font: scripts },
}: {
  impact: PublishingImpact
}) {
  return (
    <>
      {beside.length > 0 && <Alert variant="warning">{besideText(beside)}</Alert>}
      {missing > 0 && <Alert variant="warning">{missingActionsText(missing)}</Alert>}
      {scripts.length > 0 && <Alert variant="warning">{scriptsText(scripts)}</Alert>}
    </>
  )
}

/** An author who changed no statements should still see what changed. */
function otherChangesText({ other_changes }: PublishingImpact, isSame: boolean, before: number) {
  const list = namesOfFields(other_changes)
  if (list === '') return isSame ? `Nothing has changed since version ${before}.` : null
  return isSame ? `No statements have changed. Other changes: ${list}.` : `Other changes: ${list}.`
}

function PublishFailure({ error, onAgain }: { error: Error | null; onAgain: () => void }) {
  if (!hasCode(error, 'conflict'))
    return <FailureAlert error={error} title="The version was not published." />
  return (
    <ErrorPanel title="The draft has changed or is already published" onRetry={onAgain}>
      Nothing was published now. Use “Try again” to see the current changes, then publish.
    </ErrorPanel>
  )
}
