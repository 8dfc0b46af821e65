import { ChevronDown, ChevronUp, Copy, Plus, Trash2 } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { useBuilder } from '#features/content/builder-context.ts'
import { Button, IconButton, type IconButtonProps } from '#ui/button.tsx'
import { cn } from '#ui/cn.ts'
import { ContentText } from '#ui/content-text.tsx'
import { Tooltip, TooltipProvider } from '#ui/tooltip.tsx'
import { isSameView, useView, type View } from '#features/content/use-view.ts'

export interface EditorActions {
  onDuplicate: () => void
  onRemove: () => void
  onMove: (by: -1 | 1) => void
}

interface EditorHeadProps {
  /** The reference of the element or statement. */
  reference?: string
  title?: string | undefined
  /** Our words if there is no title. */
  untitled: string
  actions?: EditorActions | undefined
  what?: string
}

export function EditorHead({ reference, title, untitled, actions, what = '' }: EditorHeadProps) {
  const { canEdit } = useBuilder()
  return (
    <div className="mb-4 flex items-start justify-between gap-3">
      <h2
        id="editor-title"
        tabIndex={-1}
        className="min-w-0 pt-1.5 text-18 font-semibold wrap-anywhere outline-none"
      >
        {reference && (
          <bdi translate="no" className="mr-1 font-normal tabular-nums">
            {reference}
          </bdi>
        )}{' '}
        {title ? <ContentText>{title}</ContentText> : untitled}
      </h2>
      {actions && canEdit && (
        <TooltipProvider>
          <div className="-mr-2 flex shrink-0 items-center">
            <ToolButton label={`Duplicate ${what}`} icon={<Copy />} onClick={actions.onDuplicate} />
            <ToolButton label={`Remove ${what}`} icon={<Trash2 />} onClick={actions.onRemove} />
            <span aria-hidden="true" className="mx-1 h-6 border-l" />
            <ToolButton label="Move up" icon={<ChevronUp />} onClick={() => actions.onMove(-1)} />
            <ToolButton
              label="Move down"
              icon={<ChevronDown />}
              onClick={() => actions.onMove(1)}
            />
          </div>
        </TooltipProvider>
      )}
    </div>
  )
}

export function ToolButton(props: Pick<IconButtonProps, 'label' | 'icon' | 'size' | 'onClick'>) {
  return (
    <Tooltip text={props.label}>
      <IconButton {...props} />
    </Tooltip>
  )
}

/** Adds a part at the end of a list. */
export function AddButton({ className = '-ml-3', ...button }: ComponentProps<'button'>) {
  const look = cn('text-primary-text', className)
  return <Button variant="ghost" icon={<Plus />} className={look} {...button} />
}

interface EditorTabsProps {
  label: string
  tabs: readonly { label: string; view: View }[]
}

export function EditorTabs({ label, tabs }: EditorTabsProps) {
  const { view, go } = useView()
  return (
    <nav aria-label={label} className="mb-5 flex overflow-x-auto overflow-y-hidden border-b pb-px">
      {tabs.map((tab) => (
        <button
          key={tab.label}
          type="button"
          aria-current={isSameView(tab.view, view) ? 'page' : undefined}
          onClick={() => go(tab.view)}
          className="relative min-h-10 px-3 text-14 font-medium whitespace-nowrap text-subtle-foreground hover:text-foreground aria-[current=page]:text-foreground aria-[current=page]:after:absolute aria-[current=page]:after:inset-x-2 aria-[current=page]:after:-bottom-px aria-[current=page]:after:h-[3px] aria-[current=page]:after:rounded-t-[3px] aria-[current=page]:after:bg-primary-ui"
        >
          {tab.label}
        </button>
      ))}
    </nav>
  )
}

interface SectionProps {
  title: string
  hint?: string | undefined
  aside?: ReactNode
  className?: string | undefined
  children: ReactNode
}

export function Section({ title, hint, aside, className, children }: SectionProps) {
  return (
    <section aria-label={title} className={cn('border-t pt-4', className)}>
      <div className="mb-2 flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h3 className="text-15 font-semibold">{title}</h3>
        {aside}
      </div>
      {hint && <p className="measure mb-3 text-13 text-muted-foreground">{hint}</p>}
      {children}
    </section>
  )
}
