import { Tooltip as Radix } from 'radix-ui'
import type { ReactNode } from 'react'

/** Its tooltips appear after 700 ms, or without delay within 300 ms of another (specification, section 9). */
export function TooltipProvider({ children }: { children: ReactNode }) {
  return (
    <Radix.Provider delayDuration={700} skipDelayDuration={300}>
      {children}
    </Radix.Provider>
  )
}

interface TooltipProps {
  text: ReactNode
  side?: 'top' | 'right' | 'bottom' | 'left' | undefined
  children: ReactNode
}

export function Tooltip({ text, side = 'top', children }: TooltipProps) {
  return (
    <Radix.Root>
      <Radix.Trigger asChild>{children}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          side={side}
          sideOffset={6}
          collisionPadding={8}
          className="z-60 max-w-72 animate-fade-in rounded-md bg-foreground px-2.5 py-1.5 text-13 font-medium text-background"
        >
          <span>{text}</span>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
