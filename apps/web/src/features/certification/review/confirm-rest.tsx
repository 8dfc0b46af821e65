import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Review, ReviewStatement } from 'contract/reviews'
import { isNotable } from 'rules/evidence'
import { plural } from 'rules/plural'
import { referenceOf } from 'rules/reference'
import { api } from '#core/api.ts'
import { showSuccess } from '#core/toast.ts'
import { ConfirmDialog } from '#support/confirm-dialog.tsx'
import { ContentText, useContentDirection } from '#ui/content-text.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog, DialogClose } from '#ui/dialog.tsx'
import { changeStatements } from './change-statements.ts'
import { statementsOf } from './review-labels.tsx'
import { useLookedAt } from './use-looked-at.ts'
import { reviewQuery } from './use-finish.ts'

interface ConfirmRestProps {
  review: Review
  onGo: (statement: number) => void
  onClose: () => void
  onDone: () => void
}

/** Confirms the statements without a response as declared, after the auditor has seen what they contain. */
export function ConfirmRest({ review, onGo, onClose, onDone }: ConfirmRestProps) {
  const lookedAt = useLookedAt(review.id)
  const rest = statementsOf(review).filter(({ reviewed }) => !reviewed)
  const first = rest.filter(
    (one) => one.is_flagged || (isNotable(one) && !lookedAt.includes(one.id)),
  )
  if (first.length > 0) return <LookFirst statements={first} onGo={onGo} onClose={onClose} />
  return <ConfirmAll review={review} rest={rest} onClose={onClose} onDone={onDone} />
}

interface LookFirstProps extends Omit<ConfirmRestProps, 'review' | 'onDone'> {
  statements: readonly ReviewStatement[]
}

function LookFirst({ statements, onGo, onClose }: LookFirstProps) {
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={plural(statements.length, {
        one: 'Look at this statement first',
        other: 'Look at these statements first',
      })}
      description={plural(statements.length, {
        one: 'The statement has evidence, a flag or a change, or lacks required evidence. If it is flagged, review the statement or remove the flag.',
        other:
          'These statements have evidence, a flag or a change, or lack required evidence. Review each flagged statement, or remove its flag.',
      })}
      footer={
        <DialogClose asChild>
          <Button variant="outline">Close</Button>
        </DialogClose>
      }
    >
      <ul dir={useContentDirection()} className="divide-y">
        {statements.map((statement) => (
          <li key={statement.id} className="py-2.5">
            <button
              type="button"
              onClick={() => {
                onClose()
                onGo(statement.id)
              }}
              className="link text-start text-15 wrap-anywhere"
            >
              <StatementTitle statement={statement} />
            </button>
            <p dir="ltr" className="text-13 text-muted-foreground">
              {reasonsOf(statement).join(' · ') || 'Evidence is missing'}
            </p>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}

function reasonsOf({ is_flagged, attachments, changed }: ReviewStatement) {
  const { length: files } = attachments
  return [
    ...(is_flagged ? ['Flagged'] : []),
    ...(files > 0 ? [plural(files, { one: '# file', other: '# files' })] : []),
    ...(changed ? [`Changed since round ${changed.round}`] : []),
  ]
}

interface ConfirmAllProps extends Omit<ConfirmRestProps, 'onGo'> {
  rest: readonly ReviewStatement[]
}

function ConfirmAll({ review, rest, onClose, onDone }: ConfirmAllProps) {
  const confirm = useConfirmAll(review, rest, onDone)
  const direction = useContentDirection()
  return (
    <ConfirmDialog
      isWide
      onClose={onClose}
      title="Confirm the rest as declared?"
      description={plural(rest.length, {
        one: 'The declared response of # statement becomes its certified response. You can change it until you certify the assessment.',
        other:
          'The declared responses of # statements become their certified responses. You can change them until you certify the assessment.',
      })}
      actionLabel={plural(rest.length, {
        one: 'Confirm # statement',
        other: 'Confirm # statements',
      })}
      actionVariant="primary"
      mutation={confirm}
      failure="No statement was confirmed."
    >
      {review.elements.map((element) => {
        const own = element.statements.filter((one) => rest.includes(one))
        if (own.length === 0) return null
        return (
          <section key={element.id} dir={direction}>
            <h3 className="text-15 font-semibold wrap-anywhere">
              <bdi translate="no">{referenceOf(element)}</bdi>{' '}
              <ContentText>{element.title}</ContentText>
            </h3>
            <ul className="divide-y text-14">
              {own.map((statement) => (
                <li key={statement.id} className="flex justify-between gap-4 py-1.5">
                  <span className="min-w-0 wrap-anywhere">
                    <StatementTitle statement={statement} />
                  </span>
                  <DeclaredLabel statement={statement} />
                </li>
              ))}
            </ul>
          </section>
        )
      })}
    </ConfirmDialog>
  )
}

function StatementTitle({ statement }: { statement: ReviewStatement }) {
  return (
    <>
      <bdi translate="no">{referenceOf(statement)}</bdi> <ContentText>{statement.text}</ContentText>
    </>
  )
}

function DeclaredLabel({ statement: { responses, current } }: { statement: ReviewStatement }) {
  const label = responses.find(({ id }) => id === current)?.label
  return (
    <span className="w-28 shrink-0 text-end font-medium wrap-anywhere">
      {label === undefined ? 'Does not apply' : <ContentText>{label}</ContentText>}
    </span>
  )
}

function useConfirmAll(
  { id, version }: Review,
  rest: readonly ReviewStatement[],
  onDone: () => void,
) {
  const queryClient = useQueryClient()
  const { queryKey } = reviewQuery(id)
  const statement_ids = rest.map((statement) => statement.id)
  const looked_at = useLookedAt(id).filter((one) => statement_ids.includes(one))
  return useMutation({
    mutationKey: queryKey,
    scope: { id: `review ${id}` },
    mutationFn: () =>
      api.reviews.confirm.call({ params: { id }, body: { version, statement_ids, looked_at } }),
    onMutate: () => queryClient.cancelQueries({ queryKey }),
    onSuccess: ({ responses, review }) => {
      const byStatement = new Map(responses.map((one) => [one.statement_id, one]))
      queryClient.setQueryData(
        queryKey,
        (shown) =>
          shown &&
          changeStatements({ ...shown, ...review }, (one) => ({
            ...one,
            reviewed: byStatement.get(one.id) ?? one.reviewed,
          })),
      )
      showSuccess(
        plural(responses.length, {
          one: '# statement confirmed as declared',
          other: '# statements confirmed as declared',
        }),
      )
      onDone()
    },
    // After a conflict, the list shows what is left.
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  })
}
