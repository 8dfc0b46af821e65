import { Bold, Heading2, Italic, Link2, List, ListOrdered } from 'lucide-react'
import { Toolbar } from 'radix-ui'
import { useRef, useState, type ComponentProps } from 'react'
import { flushSync } from 'react-dom'
import { Markdown } from './markdown.tsx'
import { IconButton } from '#ui/button.tsx'
import { Segment } from '#ui/segment.tsx'
import { TextArea } from '#ui/text-area.tsx'
import { Tooltip, TooltipProvider } from '#ui/tooltip.tsx'
import { markChange, type Mark } from './markdown-marks.ts'

const MARKS = [
  { mark: 'bold', label: 'Bold', icon: <Bold /> },
  { mark: 'italic', label: 'Italic', icon: <Italic /> },
  { mark: 'heading', label: 'Heading', icon: <Heading2 /> },
  { mark: 'bullets', label: 'List', icon: <List /> },
  { mark: 'numbers', label: 'Numbered list', icon: <ListOrdered /> },
  { mark: 'link', label: 'Link', icon: <Link2 /> },
] as const

const MODES = [
  { value: 'write', label: 'Write' },
  { value: 'preview', label: 'Preview' },
] as const

interface MarkdownFieldProps extends ComponentProps<typeof TextArea> {
  text: string
}

export function MarkdownField({ text, ...area }: MarkdownFieldProps) {
  const frame = useRef<HTMLDivElement>(null)
  const [mode, setMode] = useState<'write' | 'preview'>('write')
  const { error } = area
  const [lastError, setLastError] = useState(error)
  if (error !== lastError) {
    setLastError(error)
    if (error) setMode('write')
  }
  return (
    <div ref={frame}>
      <div className="mb-2 flex flex-wrap items-center justify-between gap-3">
        <TooltipProvider>
          <Toolbar.Root aria-label="Formatting" className="flex flex-wrap gap-1">
            {MARKS.map(({ mark, label, icon }) => (
              <Tooltip key={mark} text={label}>
                <Toolbar.Button asChild>
                  <IconButton
                    label={label}
                    icon={icon}
                    onClick={() => {
                      // The text is edited where it shows.
                      flushSync(() => setMode('write'))
                      apply(mark)
                    }}
                  />
                </Toolbar.Button>
              </Tooltip>
            ))}
          </Toolbar.Root>
        </TooltipProvider>
        <Segment label="Text" options={MODES} value={mode} onValueChange={setMode} />
      </div>
      {/* Hidden, not unmounted, so that the form keeps the text. */}
      <div hidden={mode === 'preview'}>
        <TextArea rows={18} {...area} className="font-mono text-14" />
      </div>
      {mode === 'preview' && (
        <section aria-label="Preview" className="min-h-96 rounded-md border bg-card px-6 py-4">
          {text.trim() === '' ? (
            <p className="text-muted-foreground">There is no text yet.</p>
          ) : (
            <Markdown text={text} />
          )}
        </section>
      )}
    </div>
  )

  function apply(mark: Mark) {
    const field = frame.current?.querySelector('textarea')
    if (!field) return
    const { value, selectionStart: start, selectionEnd: end } = field
    const change = markChange(mark, { text: value, start, end })
    field.focus()
    field.setSelectionRange(change.from, change.to)
    // Other ways of changing the text would clear the browser's undo history.
    document.execCommand('insertText', false, change.text)
    field.setSelectionRange(...change.select)
  }
}
