import { useState } from 'react'
import { Checkbox } from '#ui/checkbox.tsx'
import { Panel } from '#ui/page.tsx'
import { TextArea } from '#ui/text-area.tsx'
import { useDraft } from './use-draft.ts'

const MAX_REASON_LENGTH = 1000

interface NotApplicableProps {
  reason: string | null
  unsavedReason?: string | null | undefined
  isTicked: boolean
  isMissing: boolean
  isCertification: boolean
  onTick: (isTicked: boolean) => void
  onReasonChange?: ((reason: string) => void) | undefined
  onSave: (reason: string) => void
}

export function NotApplicable({ isTicked, onTick, ...given }: NotApplicableProps) {
  const tick = (
    <Checkbox
      id="does-not-apply"
      label="Does not apply to us"
      checked={isTicked}
      onChange={({ target }) => onTick(target.checked)}
    />
  )
  if (!isTicked) return tick
  return (
    <Panel className="px-4 py-3 max-md:mx-(--gutter)">
      {tick}
      <Reason {...given} />
    </Panel>
  )
}

type ReasonProps = Omit<NotApplicableProps, 'isTicked' | 'onTick'>

function Reason({
  reason,
  unsavedReason,
  isMissing,
  isCertification,
  onReasonChange,
  onSave,
}: ReasonProps) {
  const [wasLeft, setWasLeft] = useState(false)
  const { value, isDraft, onChange, onBlur } = useDraft(
    reason ?? '',
    (text) => text !== '' && onSave(text),
    MAX_REASON_LENGTH,
    unsavedReason,
  )
  return (
    <TextArea
      id="reason"
      label="Why doesn’t this statement apply?"
      hint={
        isCertification
          ? 'Shown to the auditor and in the action report.'
          : 'Shown in the action report.'
      }
      fieldClassName="mt-2 mb-2"
      rows={2}
      dir="auto"
      limit={MAX_REASON_LENGTH}
      value={value}
      data-unsaved={isDraft || undefined}
      onChange={({ target }) => {
        onChange(target.value)
        onReasonChange?.(target.value)
      }}
      onBlur={() => {
        onBlur()
        setWasLeft(true)
      }}
      error={
        isMissing || wasLeft || value.length > MAX_REASON_LENGTH ? faultOf(value.trim()) : undefined
      }
    />
  )
}

export function isReason(text: string) {
  return faultOf(text.trim()) === undefined
}

function faultOf(reason: string) {
  if (reason.length > MAX_REASON_LENGTH) return 'Shorten the reason to 1,000 characters'
  return reason === '' ? 'Enter a reason, or clear the checkbox and choose a response' : undefined
}
