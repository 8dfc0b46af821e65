import { isolated } from '#core/isolated.ts'
import { formatList, plural } from 'rules/plural'
import { referenceOf } from 'rules/reference'
import { scaleOf } from 'rules/scores'
import type { Review } from 'contract/reviews'
import { useRef, useState } from 'react'
import { api } from '#core/api.ts'
import { ApiError } from '#core/api-error.ts'
import { useClosing } from '#features/records/leave-question.tsx'
import { ConfirmDialog } from '#support/confirm-dialog.tsx'
import { Alert } from '#ui/alert.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { TextField } from '#ui/text-field.tsx'
import { ReachedBand } from './reached-band.tsx'
import { statementsOf } from './review-labels.tsx'
import { formatDay } from '#features/certification/status-labels.ts'
import { useFinishReview } from './use-finish.ts'

export function Certify({ review, onClose }: { review: Review; onClose: () => void }) {
  const [validUntil, setValidUntil] = useState(defaultExpiry)
  const [proposed] = useState(validUntil)
  const [others, setOthers] = useState<readonly number[]>([])
  const [wasHalf, setWasHalf] = useState(false)
  const day = useRef<HTMLInputElement>(null)
  const finish = useFinishReview({
    reviewId: review.id,
    finish: () =>
      api.certifications.certify.call({
        params: { id: review.id },
        body: {
          version: review.version,
          valid_until: validUntil,
          supersedes: review.in_force && [...ofSameScope(review).map(({ id }) => id), ...others],
        },
      }),
    doneText: ({ certification: { number } }) => `Certificate ${number} issued`,
    onClose,
  })
  const isDirty = validUntil !== proposed || others.length > 0
  const { close, question } = useClosing({
    what: `the expiry date${others.length > 0 ? ' and what the certificate replaces' : ''}`,
    isDirty,
    onClose,
  })
  const { error } = finish
  const refused = error instanceof ApiError ? error.fields['valid_until'] : undefined
  const fault = wasHalf && validUntil === '' ? INVALID_DATE : refused

  // For a partial date the browser reports nothing, and the server would use its default.
  function certify() {
    setWasHalf(true)
    if (validUntil === '') day.current?.focus()
    else finish.mutate()
  }

  return (
    <ConfirmDialog
      onClose={close}
      title="Certify this assessment?"
      description={
        <>
          {`This issues a certificate to ${isolated(review.organisation.name)}. You can revoke it later, but you can’t change it or its report.`}
          <Replaced review={review} />
          <Flagged review={review} />
        </>
      }
      actionLabel="Issue certificate"
      actionVariant="primary"
      mutation={refused ? { ...finish, error: null } : finish}
      failure="The certificate was not issued."
      onAction={certify}
    >
      <ReachedBand review={review} scale={scaleOf(review.edition)} />
      <TextField
        ref={day}
        type="date"
        label="Valid until"
        hint="Choose a date within the next five years. The certificate is valid until the end of that day."
        fieldClassName="max-w-56"
        value={validUntil}
        onChange={({ target }) => setValidUntil(target.value)}
        error={fault}
      />
      <OtherScopes review={review} chosen={others} onChoose={setOthers} />
      {question}
    </ConfirmDialog>
  )
}

function ofSameScope({ in_force: held = [], scope }: Review) {
  // A node of the release before doesn't say which ask the same.
  return held.filter((certificate) => certificate.is_same ?? certificate.scope === scope)
}

interface OtherScopesProps {
  review: Review
  chosen: readonly number[]
  onChoose: (ids: readonly number[]) => void
}

/** Certificates for another choice of levels and profiles stay, unless the auditor says otherwise. */
function OtherScopes({ review, chosen, onChoose }: OtherScopesProps) {
  const same = new Set(ofSameScope(review).map(({ id }) => id))
  const others = (review.in_force ?? []).filter(({ id }) => !same.has(id))
  if (others.length === 0) return null
  return (
    <fieldset className="min-w-0">
      <legend className="text-15 font-medium">Certificates of another scope</legend>
      <p className="text-14 text-muted-foreground">
        The new certificate replaces the certificates you select. The others stay in force.
      </p>
      {others.map(({ id, number, scope, valid_until }) => (
        <Checkbox
          key={id}
          label={`Replace ${isolated(number)}`}
          hint={`${scope === '' ? 'The whole content set' : isolated(scope)}, valid until ${formatDay(valid_until)}`}
          checked={chosen.includes(id)}
          onChange={({ target }) =>
            onChoose(target.checked ? [...chosen, id] : chosen.filter((one) => one !== id))
          }
        />
      ))}
    </fieldset>
  )
}

/** What the auditor confirms by issuing the certificate. */
function Replaced({ review }: { review: Review }) {
  const certificates = ofSameScope(review)
  if (certificates.length === 0) return null
  const named = certificates.map(
    ({ number, valid_until }) => `${isolated(number)} (valid until ${formatDay(valid_until)})`,
  )
  return (
    <Alert
      className="mt-3"
      title={plural(
        certificates.length,
        {
          one: 'The new certificate replaces certificate {named}.',
          other: 'The new certificate replaces certificates {named}.',
        },
        { named: formatList(named) },
      )}
    >
      {plural(certificates.length, {
        one: 'The replaced certificate will no longer be valid.',
        other: 'The replaced certificates will no longer be valid.',
      })}
    </Alert>
  )
}

/** Flags that were set after the response. */
function Flagged({ review }: { review: Review }) {
  const flagged = statementsOf(review).filter((one) => one.is_flagged)
  if (flagged.length === 0) return null
  const references = formatList(flagged.map((one) => isolated(referenceOf(one))))
  return (
    <Alert
      variant="warning"
      className="mt-3"
      title={plural(
        flagged.length,
        {
          one: '# statement is flagged: {references}.',
          other: '# statements are flagged: {references}.',
        },
        { references },
      )}
    >
      You can issue the certificate anyway.
    </Alert>
  )
}

const INVALID_DATE = 'Enter a date with a day, month and year'

function defaultExpiry() {
  const day = new Date()
  day.setFullYear(day.getFullYear() + 1)
  day.setDate(day.getDate() - 1)
  return [day.getFullYear(), day.getMonth() + 1, day.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-')
}
