import { isolated } from '#core/isolated.ts'
import { useQuery } from '@tanstack/react-query'
import type { EditionInHistory } from 'contract/editions'
import { useState } from 'react'
import { api } from '#core/api.ts'
import { formatNumber } from 'rules/plural'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { QueryError } from '#ui/query-error.tsx'
import { Segment } from '#ui/segment.tsx'
import { SkeletonRows } from '#ui/skeleton.tsx'
import { CHANGE_KINDS, type ChangeKind } from './change-kinds.ts'
import {
  type StatementChange,
  fieldLabel,
  statementChanges,
  valueLabel,
} from './edition-changes.ts'
import { changesLabel } from './edition-labels.ts'
import { namesOfFields } from '#features/content/editor/field-labels.ts'
import { type TextChange, wordChanges } from '#support/text-changes.ts'

const BATCH_SIZE = 50

interface EditionComparisonProps {
  older: EditionInHistory
  newer: EditionInHistory
  show: ChangeKind | undefined
  onShow: (show: ChangeKind | undefined) => void
}

export function EditionComparison({ older, newer, show, onShow }: EditionComparisonProps) {
  const [limit, setLimit] = useState(BATCH_SIZE)
  const query = useQuery({
    ...api.editions.compare.query({ params: { id: newer.id }, query: { with: older.id } }),
    // A draft can change at any time.
    staleTime: 0,
  })
  const { data } = query
  if (query.error && !data) {
    return (
      <QueryError query={query} title="The versions could not be compared">
        The versions themselves haven’t changed.
      </QueryError>
    )
  }
  if (!data) return <SkeletonRows label="Comparing the versions" />
  const all = statementChanges(data)
  const others = namesOfFields(data.other_changes)
  if (all.length === 0) {
    return (
      <EmptyState title="No statements have changed">
        {others === '' ? 'Nothing else has changed.' : `Changed: ${others}.`}
      </EmptyState>
    )
  }
  const found = show === undefined ? all : all.filter(({ kinds }) => kinds.includes(show))
  const count = (kind: ChangeKind) => all.filter(({ kinds }) => kinds.includes(kind)).length
  return (
    <>
      <p className="mb-3 text-16 font-medium">{`${changesLabel({
        added: count('added'),
        changed: count('changed'),
        removed: count('removed'),
        moved: count('moved'),
      })}.`}</p>
      {others !== '' && <p className="mb-3 text-15">Also changed: {others}.</p>}
      <Segment
        label="Statements to show"
        className="mb-5 max-sm:flex max-sm:w-full"
        options={[
          { value: 'all', label: `All ${formatNumber(all.length)}` },
          ...CHANGE_KINDS.filter((kind) => count(kind) > 0).map((kind) => ({
            value: kind,
            label: `${KINDS[kind].label} ${formatNumber(count(kind))}`,
          })),
        ]}
        value={show ?? 'all'}
        onValueChange={(chosen) => onShow(chosen === 'all' ? undefined : chosen)}
      />
      <ol aria-label="Changed statements" className="space-y-4">
        {found.slice(0, limit).map((change) => (
          <Change key={`${change.kinds[0]} ${change.key}`} {...{ change, older, newer }} />
        ))}
      </ol>
      {found.length > limit && (
        <div className="mt-4 flex items-center gap-4">
          <Button variant="outline" onClick={() => setLimit(limit + BATCH_SIZE)}>
            Show more
          </Button>
          <p className="text-14 text-muted-foreground">
            {`${formatNumber(limit)} of ${formatNumber(found.length)}`}
          </p>
        </div>
      )}
    </>
  )
}

const KINDS = {
  added: { label: 'Added', variant: 'success' },
  changed: { label: 'Changed', variant: 'current' },
  removed: { label: 'Removed', variant: 'destructive' },
  moved: { label: 'Moved', variant: 'outline' },
} as const

/** A minor change asks nothing again. */
function isMinorStep(older: EditionInHistory, newer: EditionInHistory) {
  return newer.is_minor && newer.version === older.version + 1
}

interface ChangeProps {
  change: StatementChange
  older: EditionInHistory
  newer: EditionInHistory
}

function Change({ change, older, newer }: ChangeProps) {
  const { kinds, text, element, from, fields } = change
  const asksAgain = change.asksAgain && !isMinorStep(older, newer)
  return (
    <li className="overflow-hidden rounded-lg border bg-card">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b bg-muted px-4 py-2.5 text-14">
        {kinds.map((kind) => (
          <Badge key={kind} variant={KINDS[kind].variant}>
            {KINDS[kind].label}
          </Badge>
        ))}
        <span className="text-subtle-foreground">
          {from && (
            <>
              From <bdi>{from.title}</bdi> to{' '}
            </>
          )}
          <bdi>{element.title}</bdi>
        </span>
        {asksAgain && (
          <span className="ml-auto text-muted-foreground">
            Respondents must confirm their answers
          </span>
        )}
      </div>
      {fields.length === 0 ? (
        <p dir="auto" className="px-4 py-3 text-15 wrap-anywhere">
          {text}
        </p>
      ) : (
        <div className="px-4 pb-3">
          {!fields.some(({ field }) => field === 'text') && (
            <p dir="auto" className="pt-3 text-15 font-medium wrap-anywhere">
              {text}
            </p>
          )}
          <div
            aria-hidden="true"
            className="grid grid-cols-2 gap-6 pt-3 text-13 font-medium text-muted-foreground max-md:hidden"
          >
            <span>Version {older.version}</span>
            <span>Version {newer.version}</span>
          </div>
          <dl>
            {fields.map((field) => (
              <Field key={field.field} {...{ field, older, newer }} />
            ))}
          </dl>
        </div>
      )}
    </li>
  )
}

type FieldProps = Omit<ChangeProps, 'change'> & { field: StatementChange['fields'][number] }

function Field({ field: { field, ...values }, older, newer }: FieldProps) {
  const { label, response: key } = fieldLabel(field)
  const response = values.response || key
  const parts = wordChanges(valueLabel(field, values.before), valueLabel(field, values.after))
  return (
    <div className="border-b py-2.5 last:border-0">
      <dt className="mb-1 text-13 text-muted-foreground">
        {label}
        {response !== null && ` (response “${isolated(response)}”)`}
      </dt>
      <dd className="grid gap-x-6 gap-y-2 text-15 md:grid-cols-2">
        <Side version={older.version} parts={parts.filter(({ added }) => !added)} changed="del" />
        <Side
          version={newer.version}
          parts={parts.filter(({ removed }) => !removed)}
          changed="ins"
        />
      </dd>
    </div>
  )
}

const CHANGED = {
  del: 'rounded-sm bg-destructive-tint text-destructive-ink',
  ins: 'rounded-sm bg-success-tint text-success-ink',
}

interface SideProps {
  version: number
  parts: TextChange[]
  changed: keyof typeof CHANGED
}

function Side({ version, parts, changed: Changed }: SideProps) {
  return (
    <div className="min-w-0">
      <span className="block text-13 font-medium text-muted-foreground md:sr-only">
        Version {version}
      </span>
      {parts.length === 0 && <span className="text-muted-foreground">Empty</span>}
      <span dir="auto" className="block wrap-anywhere whitespace-pre-wrap">
        {parts.map(({ value, added, removed }, index) => {
          const Part = added || removed ? Changed : 'span'
          return (
            // oxlint-disable-next-line react/no-array-index-key -- parts of a text have no other name
            <Part key={index} className={Part === 'span' ? undefined : CHANGED[Part]}>
              {value}
            </Part>
          )
        })}
      </span>
    </div>
  )
}
