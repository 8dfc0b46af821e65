import { isolated } from '#core/isolated.ts'
import { ContentText } from '#ui/content-text.tsx'
import type { ReviewAttachment } from 'contract/attachments'
import type { Review, ReviewStatement } from 'contract/reviews'
import type { ReactNode } from 'react'
import { isEvidence, isEvidenceRequired } from 'rules/evidence'
import { api } from '#core/api.ts'
import { saveFile } from '#core/files.ts'
import { showFailure } from '#core/toast.ts'
import { EvidenceExample } from '#features/assessments/evidence-example.tsx'
import { AttachedFile } from '#features/assessments/attached-file.tsx'
import { Alert } from '#ui/alert.tsx'
import { Mark } from '#ui/marks.tsx'
import { REVIEW_STATUS_LABELS } from 'contract/labels'
import { ButtonKey } from '#features/certification/review/button-key.tsx'
import { evidenceKind } from '#features/certification/evidence/evidence-kind.ts'
import { isSubmitted } from 'rules/review-status'
import type { Evidence } from '#features/certification/evidence/use-evidence.ts'

interface StatementContextProps {
  review: Review
  statement: ReviewStatement
  evidence: Evidence
  className: string | undefined
}

export function StatementContext(props: StatementContextProps) {
  const { review, statement, evidence, className } = props
  const { note, last_certified: last } = statement
  const remarks = review.earlier.flatMap((round) =>
    round.remarks
      .filter(({ statement_id: id }) => id === statement.id)
      .map((remark) => ({ ...remark, round })),
  )
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls by itself, also with the arrow keys
    <aside aria-label="About this statement" tabIndex={0} className={className}>
      <div className="space-y-5 text-14">
        <ContextSection title="Previously certified">
          {last ? (
            <>
              <p className="flex items-center gap-2">
                <Mark kind="certified" />
                <span>
                  <strong className="font-semibold">
                    {last.label === null ? (
                      'Does not apply'
                    ) : (
                      <ContentText>{last.label}</ContentText>
                    )}
                  </strong>{' '}
                  in {last.year}
                </span>
              </p>
              {last.is_revoked && (
                <p className="text-destructive-ink">The {last.year} certificate was revoked.</p>
              )}
              <Quote>{last.remark}</Quote>
            </>
          ) : (
            <p className="text-muted-foreground">Not certified in an earlier year.</p>
          )}
        </ContextSection>
        {remarks.map(({ round, remark, certified }) => (
          <ContextSection
            key={round.round}
            title={`Round ${round.round}: ${REVIEW_STATUS_LABELS[round.status]}`}
          >
            <p>{certified === null ? 'Does not apply' : <ContentText>{certified}</ContentText>}</p>
            <Quote>{remark}</Quote>
          </ContextSection>
        ))}
        <ContextSection title="Respondent’s note">
          {note ? (
            <p dir="auto" translate="no" className="wrap-anywhere">
              {note}
            </p>
          ) : (
            <p className="text-muted-foreground">
              {isSubmitted(review.status)
                ? 'No note.'
                : 'Notes are not shown after a submission is withdrawn, returned or refused.'}
            </p>
          )}
        </ContextSection>
        <ContextSection id="files" title="Attachments" shortcut="A">
          <SubmittedFiles review={review} statement={statement} evidence={evidence} />
        </ContextSection>
      </div>
    </aside>
  )
}

interface ContextSectionProps {
  id?: string
  title: string
  shortcut?: string
  children: ReactNode
}

function ContextSection({ id, title, shortcut, children }: ContextSectionProps) {
  return (
    <section className="max-xl:border-t max-xl:pt-4">
      <h3
        id={id}
        tabIndex={id === undefined ? undefined : -1}
        className="mb-1.5 flex items-center justify-between text-15 font-semibold"
      >
        {title}
        {shortcut && <ButtonKey>{shortcut}</ButtonKey>}
      </h3>
      {children}
    </section>
  )
}

function Quote({ children }: { children: string | null }) {
  if (children === null) return null
  return (
    <blockquote
      dir="auto"
      translate="no"
      className="mt-1 border-s-2 ps-3 whitespace-pre-line wrap-anywhere text-subtle-foreground"
    >
      {children}
    </blockquote>
  )
}

type SubmittedFilesProps = Omit<StatementContextProps, 'className'>

function SubmittedFiles({ review, statement, evidence }: SubmittedFilesProps) {
  const { attachments: files } = statement
  const isCurrent = isSubmitted(review.status)
  return (
    <>
      <EvidenceExample text={statement.evidence_example} />
      {isCurrent && <EvidenceStatus statement={statement} />}
      {files.length === 0 && (
        <p className="text-muted-foreground">
          {isCurrent
            ? 'No files attached.'
            : 'Files are not shown after a submission is withdrawn, returned or refused.'}
        </p>
      )}
      <ul className="divide-y">
        {files.map((file) => (
          <AttachedFile
            key={file.id}
            file={file}
            isShownBeside={evidenceKind(file) !== null}
            onOpen={() =>
              evidenceKind(file) === null ? void download(review, file) : evidence.open(file)
            }
          />
        ))}
      </ul>
      {review.is_own && (
        <p className="text-13 text-muted-foreground">
          You took part in this assessment, so only another auditor can open the files here.
        </p>
      )}
    </>
  )
}

function EvidenceStatus({
  statement: { responses, current, attachments },
}: {
  statement: ReviewStatement
}) {
  if (!isEvidenceRequired(responses, current)) return null
  const label = responses.find(({ id }) => id === current)?.label
  if (attachments.some(isEvidence))
    return (
      <p>
        “<ContentText>{label}</ContentText>” requires evidence.
      </p>
    )
  return (
    <Alert variant="warning" title="Evidence is missing." className="mb-2">
      “<ContentText>{label}</ContentText>” requires evidence, but no file is available.
    </Alert>
  )
}

async function download({ id }: Review, { id: attachmentId, file_name: name }: ReviewAttachment) {
  try {
    const file = await api.reviews.attachment.call({ params: { id, attachmentId } })
    saveFile(new File([file], name, { type: file.type }))
  } catch (error) {
    showFailure(
      `${isolated(name)} could not be downloaded`,
      error instanceof Error ? error.message : undefined,
    )
  }
}
