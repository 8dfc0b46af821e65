import { useEffect, useEffectEvent } from 'react'
import { formatList, formatNumber, plural } from 'rules/plural'
import { AlertDialog } from '#ui/alert-dialog.tsx'
import { ContentText } from '#ui/content-text.tsx'
import { QueryError } from '#ui/query-error.tsx'
import { SkeletonRows } from '#ui/skeleton.tsx'
import { useBuilder, useDraft } from '#features/content/builder-context.ts'
import { changeScale } from '#features/content/saving/draft-edits.ts'
import { type NamedValue, type ScaleChange, scaleChanges } from './scale-changes.ts'
import { fitsLevels, withScale } from './scales.ts'
import { useAllElements } from './use-all-elements.ts'

interface ChangeScaleDialogProps {
  labels: readonly string[]
  onClose: () => void
}

/** Sets the levels of a set with statements. Statements that don't fit are changed too, after a preview. */
export function ChangeScaleDialog({ labels, onClose }: ChangeScaleDialogProps) {
  const { apply, draft } = useBuilder()
  const query = useAllElements()
  const state = useDraft((now) => now)
  const changes = query.isSuccess ? scaleChanges(state, labels) : null
  const isEmpty = changes === null || changes.length === 0

  function change() {
    const { length } = labels
    apply((now) =>
      changeScale(now, labels, (one) => (fitsLevels(one, length) ? one : withScale(one, labels))),
    )
    onClose()
  }

  const changeIfSame = useEffectEvent(() => {
    if (scaleChanges(draft.getState(), labels).length === 0) change()
  })
  useEffect(() => {
    if (query.isSuccess) changeIfSame()
  }, [query.isSuccess])

  return (
    <AlertDialog
      open
      isWide
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Change the levels and these responses?"
      description={
        <>
          In a set with {formatNumber(labels.length)} levels, each statement needs one response per
          level.
        </>
      }
      actionLabel={actionLabel(changes ?? [])}
      actionVariant="primary"
      isDisabled={isEmpty}
      onAction={() => isEmpty || change()}
    >
      {query.error && (
        <QueryError query={query} title="The statements could not be loaded">
          Nothing was changed.
        </QueryError>
      )}
      {query.isPending && <SkeletonRows label="Loading the statements" count={3} />}
      {changes?.slice(0, SHOWN).map((one) => (
        <Change key={one.references[0] ?? ''} change={one} />
      ))}
      {changes && changes.length > SHOWN && (
        <p className="text-14 text-muted-foreground">
          {plural(statementsIn(changes.slice(SHOWN)), {
            one: '# more statement also changes.',
            other: '# more statements also change.',
          })}
        </p>
      )}
    </AlertDialog>
  )
}

function actionLabel(changes: readonly ScaleChange[]) {
  const hasSetResponses = changes.some(({ references }) => references.length === 0)
  if (changes.length === 0 || hasSetResponses) return 'Change responses'
  return plural(statementsIn(changes), { one: 'Change # statement', other: 'Change # statements' })
}

function statementsIn(changes: readonly ScaleChange[]) {
  return changes.reduce((sum, { references }) => sum + references.length, 0)
}

/** How many groups of statements, and how many statements of a group, the preview names. */
const SHOWN = 5
const NAMED = 8

function Change({ change: { references, responses } }: { change: ScaleChange }) {
  const others = references.length - NAMED
  const named = references.slice(0, NAMED)
  const more = others > 0 ? [plural(others, { one: '# other', other: '# others' })] : []
  return (
    <table className="w-full table-fixed border-t text-15">
      <caption className="pt-3 pb-1 text-left font-semibold wrap-anywhere">
        {references.length === 0
          ? 'The responses of the set'
          : `${plural(references.length, { one: 'Statement', other: 'Statements' })} ${formatList([...named, ...more])}`}
      </caption>
      <thead>
        <tr className="text-left text-13 text-muted-foreground">
          <th className="py-1 pr-4 font-normal">Response now</th>
          <th className="py-1 font-normal">Changes to</th>
        </tr>
      </thead>
      <tbody>
        {responses.map(({ from, to }, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- the position is the only key
          <tr key={index} className="border-t align-top">
            <td className="py-1.5 pr-4 wrap-anywhere">
              <Response of={from} without="New response" />
            </td>
            <td className="py-1.5 wrap-anywhere">
              <Response of={to} without="Removed, with its texts" />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Response({ of, without }: { of: NamedValue | undefined; without: string }) {
  if (of === undefined) return <span className="text-muted-foreground">{without}</span>
  return (
    <span className="flex gap-2">
      <span className="min-w-4 text-muted-foreground tabular-nums">{of.value}</span>
      <span className="min-w-0">
        <ContentText>{of.label || 'Untitled'}</ContentText>
      </span>
    </span>
  )
}
