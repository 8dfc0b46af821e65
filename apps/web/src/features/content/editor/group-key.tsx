import { CONTENT_LIMITS } from 'contract/content-limits'
import type { DraftGroup } from 'contract/draft'
import { useState, type KeyboardEvent } from 'react'
import { flushSync } from 'react-dom'
import { isGeneratedKey } from 'rules/reference'
import { formatNumber } from 'rules/plural'
import { showFailure } from '#core/toast.ts'
import { useBuilder } from '#features/content/builder-context.ts'
import { WHOLE_SET } from '#features/content/saving/draft-state.ts'
import { groupsIn, renameGroup } from '#features/content/saving/group-edits.ts'
import { newKey } from '#features/content/saving/new-parts.ts'
import { TextField } from '#ui/text-field.tsx'
import { fieldId, useFieldError } from './field-context.tsx'
import { openAllElements } from './use-all-elements.ts'

interface GroupKeyProps {
  group: DraftGroup
  index: number
  /** Told before the group has the other key. */
  onRename: (from: string, to: string) => void
}

/** The key of a group. It changes when the author leaves the field, also where statements and bands name it. */
export function GroupKey({ group, index, onRename }: GroupKeyProps) {
  const builder = useBuilder()
  const { key } = group
  const field = `groups.${index}.key`
  const shown = isGeneratedKey(key) ? '' : key
  const [typed, setTyped] = useState<string | null>(null)
  const [error, setError] = useState<string>()
  const missing = useFieldError(field)

  async function change() {
    const next = (typed ?? shown).normalize('NFC').trim()
    const fault =
      next === shown ? undefined : faultOf(groupsIn(builder.draft.getState()), group, next)
    setError(fault)
    if (fault !== undefined) return
    if (next === shown) return setTyped(null)
    await openAllElements(builder)
    const renamed = next === '' ? newKey() : next
    flushSync(() => onRename(key, renamed))
    builder.apply((state) => renameGroup(state, key, renamed))
    setTyped(null)
  }

  const leave = () =>
    void change().catch(() => showFailure('The key was not changed', 'Try again.'))
  return (
    <TextField
      id={fieldId(WHOLE_SET, field)}
      label="Key"
      isOptional
      dir="auto"
      autoComplete="off"
      readOnly={!builder.canEdit}
      value={typed ?? shown}
      error={error ?? missing}
      onChange={({ target }) => setTyped(target.value)}
      onBlur={leave}
      onKeyDown={(event: KeyboardEvent) => event.key === 'Enter' && leave()}
    />
  )
}

function faultOf(groups: readonly DraftGroup[], group: DraftGroup, next: string) {
  if (next.length > CONTENT_LIMITS.key)
    return `This key has ${formatNumber(next.length)} characters. Use at most ${CONTENT_LIMITS.key}.`
  if (groups.some((one) => one.key === next && one.key !== group.key))
    return 'Another group already has this key. Use another key.'
  return undefined
}
