import { useState } from 'react'
import { Checkbox } from '#ui/checkbox.tsx'
import { Panel } from '#ui/page.tsx'
import { TextArea } from '#ui/text-area.tsx'
import { useDraft } from './use-draft.ts'

const LONGEST = 1000

interface NotApplicableProps {
  reason: string | null
  written?: string | null | undefined
  isTicked: boolean
  isOverdue: boolean
  isCertification: boolean
  onTick: (isTicked: boolean) => void
  onWrite?: ((reason: string) => void) | undefined
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

function Reason({ reason, written, isOverdue, isCertification, onWrite, onSave }: ReasonProps) {
  const [wasLeft, setWasLeft] = useState(false)
  const { value, onChange, onBlur } = useDraft(
    reason ?? '',
    (text) => text !== '' && onSave(text),
    LONGEST,
    written,
  )
  return (
    <TextArea
      id="reason"
      label="Why does it not apply?"
      hint={
        isCertification
          ? 'Shown to the auditor and in the action report.'
          : 'Shown in the action report.'
      }
      fieldClassName="mt-2 mb-2"
      rows={2}
      dir="auto"
      limit={LONGEST}
      value={value}
      onChange={({ target }) => {
        onChange(target.value)
        onWrite?.(target.value)
      }}
      onBlur={() => {
        onBlur()
        setWasLeft(true)
      }}
      error={isOverdue || wasLeft || value.length > LONGEST ? faultOf(value.trim()) : undefined}
    />
  )
}

export function isReason(text: string) {
  return faultOf(text.trim()) === undefined
}

function faultOf(reason: string) {
  if (reason.length > LONGEST) return 'Shorten the reason to 1,000 characters'
  return reason === '' ? 'Enter a reason, or clear the checkbox and choose a response' : undefined
}
