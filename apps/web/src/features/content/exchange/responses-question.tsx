import { useState } from 'react'
import { UNDECIDED } from 'rules/import-findings'
import { READY_SCALES } from 'rules/ready-scales'
import { formatNumber } from 'rules/plural'
import { SelectField } from '#ui/select-field.tsx'
import { TextArea } from '#ui/text-area.tsx'

interface ResponsesQuestionProps {
  labels: readonly string[]
  /** No one has chosen them. */
  isSuggested: boolean
  isMarked: boolean
  onChoose: (labels: string[]) => void
}

const OWN = 'own'

/** A scale for a file without responses. */
export function ResponsesQuestion(props: ResponsesQuestionProps) {
  const { labels, isSuggested, isMarked, onChoose } = props
  const ready = READY_SCALES.find((scale) => isSame(scale.labels, labels))
  const [isOwn, setOwn] = useState(!ready)
  const [typed, setTyped] = useState(() => labels.join('\n'))
  const written = linesOf(typed)
  const fault = faultOf(written)
  const valueOf = () => {
    if (isOwn || !ready) return OWN
    return isSuggested ? '' : ready.name
  }
  return (
    <div className="grid max-w-160 gap-4 sm:grid-cols-2">
      <SelectField
        label="Responses"
        hint={isOwn ? undefined : `${isSuggested ? 'Suggested: ' : ''}${labels.join(', ')}`}
        error={isMarked && isSuggested ? UNDECIDED.responses : undefined}
        placeholder={isSuggested ? 'Choose responses' : undefined}
        value={valueOf()}
        options={[
          ...READY_SCALES.map(({ name }) => ({ value: name, label: name })),
          { value: OWN, label: 'Other responses' },
        ]}
        onChange={({ target }) => {
          const chosen = READY_SCALES.find(({ name }) => name === target.value)
          setOwn(!chosen)
          if (!chosen) return
          setTyped(chosen.labels.join('\n'))
          onChoose([...chosen.labels])
        }}
      />
      {isOwn && (
        <TextArea
          label="Response names"
          hint="One per line, lowest first"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          onBlur={() => !fault && (isSuggested || !isSame(written, labels)) && onChoose(written)}
          error={fault}
        />
      )}
    </div>
  )
}

function linesOf(text: string) {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

function faultOf(labels: readonly string[]) {
  if (labels.length < 2) return 'Enter at least two names'
  return labels.length > 250
    ? `You entered ${formatNumber(labels.length)} names. Enter at most 250.`
    : undefined
}

function isSame(one: readonly string[], other: readonly string[]) {
  return one.length === other.length && one.every((label, index) => label === other[index])
}
