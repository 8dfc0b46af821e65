import type { ReactNode } from 'react'

export interface Shortcut {
  keys: string[]
  effect: string
}

export function ShortcutList({ shortcuts }: { shortcuts: readonly Shortcut[] }) {
  return (
    <dl className="divide-y">
      {shortcuts.map(({ keys, effect }) => (
        <div key={keys.join('')} className="flex min-h-11 items-center justify-between gap-4">
          <dt className="flex shrink-0 gap-1">
            {keys.map((key) => (
              <KeyCap key={key}>{key}</KeyCap>
            ))}
          </dt>
          <dd className="text-right text-15">{effect}</dd>
        </div>
      ))}
    </dl>
  )
}

export function KeyCap({ children }: { children: ReactNode }) {
  return (
    <kbd
      translate="no"
      className="inline-flex min-h-5 min-w-5 items-center justify-center rounded-sm border bg-card px-1.5 font-sans text-12 font-medium text-subtle-foreground"
    >
      {typeof children === 'string' ? nameOf(children) : children}
    </kbd>
  )
}

/** As the keys of this device are labelled. */
function nameOf(keys: string) {
  if (!/^(Mac|iP)/.test(navigator.platform)) return keys
  return keys.replace('Ctrl', '⌘').replace('Alt', '⌥')
}
