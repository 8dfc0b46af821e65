import { CircleAlert, CircleCheck, Info, X } from 'lucide-react'
import { Toast as Radix } from 'radix-ui'
import { useEffect, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { IconButton } from '#ui/button.tsx'
import { cn } from '#ui/cn.ts'
import { ProgressBar } from './progress.tsx'
import { KeyCap } from './shortcut-list.tsx'
import { FLOAT_LOOK } from '#ui/overlay.ts'
import { giveFocusBack, useToastFocus } from './toast-focus.ts'

const VARIANTS = {
  default: { icon: 'text-subtle-foreground', edge: '', Icon: Info },
  success: { icon: 'text-success-ink', edge: '', Icon: CircleCheck },
  destructive: { icon: 'text-destructive-ink', edge: 'border-destructive', Icon: CircleAlert },
} as const

interface ToastView {
  id: string
  variant: keyof typeof VARIANTS
  title: string
  description?: ReactNode
  action?: { label: string; onClick: () => void } | undefined
  stays?: boolean | undefined
  percent?: number | undefined
}

interface ToastRegionProps {
  toast: ToastView | undefined
  onClose: (id: string) => void
}

export function ToastRegion({ toast, onClose }: ToastRegionProps) {
  const { place, ...focus } = useToastFocus(() => toast && onClose(toast.id))
  return createPortal(
    <Radix.Provider swipeThreshold={50} duration={5000}>
      {toast && (
        <ToastCard key={toast.id} toast={toast} place={place} onClose={() => onClose(toast.id)} />
      )}
      <Radix.Viewport
        {...focus}
        // A dialog hides everything else from screen readers, except what is marked as live. Radix reads new toasts aloud.
        aria-live="off"
        className="fixed inset-x-4 top-(--toast-top,1rem) bottom-(--toast-end,auto) z-60 sm:top-auto sm:right-6 sm:bottom-(--toast-bottom,1.5rem) sm:left-auto sm:w-[25rem]"
      />
    </Radix.Provider>,
    document.body,
  )
}

interface ToastCardProps {
  toast: ToastView
  place: ReturnType<typeof useToastFocus>['place']
  onClose: () => void
}

function ToastCard({ toast, place, onClose }: ToastCardProps) {
  useEffect(() => () => giveFocusBack(place), [place])
  const { icon, edge, Icon } = VARIANTS[toast.variant]
  return (
    <Radix.Root
      ref={sayHeight}
      type={toast.variant === 'destructive' ? 'foreground' : 'background'}
      {...(toast.stays && { duration: Number.POSITIVE_INFINITY })}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      className={cn(
        FLOAT_LOOK,
        'pointer-events-auto! relative flex items-start gap-3 rounded-lg py-2 pr-2 pl-4 max-sm:pr-3 data-[state=open]:animate-enter data-[swipe=cancel]:translate-x-0 data-[swipe=cancel]:transition-transform data-[swipe=end]:animate-exit data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x)',
        edge,
      )}
    >
      <Icon className={cn('mt-2.5 size-5 shrink-0 stroke-[1.75] max-sm:mt-1.5', icon)} />
      {/* On phones, only the title makes room for Close, so that a short toast doesn't cover the page's buttons. */}
      <div className="min-w-0 flex-1 py-2 max-sm:py-1">
        <Radix.Title className="text-16 font-semibold max-sm:pr-9">{toast.title}</Radix.Title>
        {toast.description && (
          <Radix.Description className="text-15 wrap-anywhere text-subtle-foreground max-sm:text-14">
            {toast.description}
          </Radix.Description>
        )}
        {toast.percent !== undefined && (
          <div className="mt-2 grid grid-cols-[1fr_2.5rem] items-center gap-2 text-14 text-subtle-foreground">
            <ProgressBar label={toast.title} percent={toast.percent} />
            <span className="text-end tabular-nums">{toast.percent}%</span>
          </div>
        )}
        {toast.action && (
          <p className="mt-1 flex items-center gap-2.5">
            <Radix.Action
              altText={`${toast.action.label}: F8`}
              onClick={toast.action.onClick}
              className="link text-15"
            >
              {toast.action.label}
            </Radix.Action>
            <span aria-hidden="true" className="pointer-coarse:hidden">
              <KeyCap>F8</KeyCap>
            </span>
          </p>
        )}
      </div>
      <Radix.Close asChild>
        <IconButton
          label="Close"
          icon={<X />}
          className="text-subtle-foreground max-sm:absolute max-sm:top-1 max-sm:right-1"
        />
      </Radix.Close>
    </Radix.Root>
  )
}

/** Pixels. A higher toast at the top of a phone would cover the page's buttons. */
const TALL = 92

/** On phones, a tall toast is at the bottom, where the page makes room for it and nothing visible moves. */
function sayHeight(card: HTMLElement | null) {
  const root = document.documentElement
  const height = card?.offsetHeight ?? 0
  root.style.setProperty('--toast-height', `${height}px`)
  root.toggleAttribute('data-tall-toast', height > TALL)
}
