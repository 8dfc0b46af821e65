import { CONTENT_LIMITS } from 'contract/content-limits'
import { ChevronDown, ListOrdered } from 'lucide-react'
import { useState } from 'react'
import { useClosing } from '#features/records/leave-question.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog, DialogClose } from '#ui/dialog.tsx'
import { Form } from '#ui/form.tsx'
import { Menu, MenuItem, MenuSeparator } from '#ui/menu.tsx'
import { TextArea } from '#ui/text-area.tsx'
import { useDraft } from '#features/content/builder-context.ts'
import { plural } from 'rules/plural'
import type { ReadyScale } from 'rules/ready-scales'
import { scalesWith } from './scales.ts'

interface ScaleMenuProps {
  label: string
  /** The number of levels that responses need, or undefined for any. */
  count?: number | undefined
  onChoose: (labels: readonly string[]) => void
}

export function ScaleMenu({ label, count, onChoose }: ScaleMenuProps) {
  const own = useDraft((state) => state.head.value.scale)
  const [isAsking, setAsking] = useState(false)
  const scales = scalesWith(count)
  return (
    <>
      <Menu
        trigger={
          <Button variant="outline" size="xs" icon={<ListOrdered />} iconEnd={<ChevronDown />}>
            {label}
          </Button>
        }
      >
        {own.length > 0 && (
          <>
            <Scale name="Levels in this set" labels={own} onChoose={onChoose} />
            <MenuSeparator />
          </>
        )}
        {scales.map((scale) => (
          <Scale key={scale.name} {...scale} onChoose={onChoose} />
        ))}
        {scales.length > 0 && <MenuSeparator />}
        <MenuItem onSelect={() => setAsking(true)}>Custom levels</MenuItem>
      </Menu>
      {isAsking && (
        <OwnScaleDialog count={count} onClose={() => setAsking(false)} onChoose={onChoose} />
      )}
    </>
  )
}

/** For responses: in a set with levels, only scales with as many can be published. */
export function ResponseScaleMenu(props: Omit<ScaleMenuProps, 'count'>) {
  const levels = useDraft((state) => state.head.value.scale.length)
  return <ScaleMenu {...props} count={levels < 2 ? undefined : levels} />
}

interface ScaleProps extends ReadyScale {
  onChoose: (labels: readonly string[]) => void
}

function Scale({ name, labels, onChoose }: ScaleProps) {
  return (
    <MenuItem onSelect={() => onChoose(labels)}>
      <span className="min-w-0">
        <span className="block font-medium">{name}</span>
        <span className="block max-w-72 text-13 text-muted-foreground">{labels.join(', ')}</span>
      </span>
    </MenuItem>
  )
}

interface OwnScaleDialogProps {
  count: number | undefined
  onClose: () => void
  onChoose: (labels: readonly string[]) => void
}

function OwnScaleDialog({ count, onClose, onChoose }: OwnScaleDialogProps) {
  const [text, setText] = useState('')
  const [isAsked, setAsked] = useState(false)
  const isDirty = text.trim() !== ''
  const { close, question } = useClosing({ what: 'these levels', isDirty, onClose })
  const labels = text.split('\n').flatMap((line) => line.trim() || [])
  const fault = faultOf(labels, count)

  function choose() {
    setAsked(true)
    if (fault) return
    onChoose(labels)
    onClose()
  }

  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && close()}
      title="Custom levels"
      footer={
        <>
          <DialogClose asChild>
            <Button variant="outline">Cancel</Button>
          </DialogClose>
          <Button type="submit" form="own-levels">
            Use these levels
          </Button>
        </>
      }
    >
      <Form id="own-levels" onSubmit={choose}>
        <TextArea
          label="Levels"
          hint={
            count === undefined
              ? 'Enter one level per line, lowest first'
              : `Enter ${count} levels, one per line, lowest first. This set has ${count} levels.`
          }
          rows={6}
          dir="auto"
          value={text}
          error={isAsked ? fault : undefined}
          onChange={({ target }) => setText(target.value)}
        />
      </Form>
      {question}
    </Dialog>
  )
}

const MAX_LEVELS = CONTENT_LIMITS.responsesOfStatement

function faultOf(labels: readonly string[], count: number | undefined) {
  const entered = plural(labels.length, {
    one: 'You entered # level.',
    other: 'You entered # levels.',
  })
  if (count !== undefined && labels.length !== count) return `${entered} Enter ${count}.`
  if (labels.length < 2 || labels.length > MAX_LEVELS) return `${entered} Enter 2 to ${MAX_LEVELS}.`
  if (new Set(labels).size < labels.length) return 'Use a different name for each level'
  if (labels.some((label) => label.length > 500)) return 'Use at most 500 characters for each name'
  if (labels.some((label) => label.includes('>'))) return 'Remove “>” from the names'
  return undefined
}
