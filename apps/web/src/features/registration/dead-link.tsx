import { Link, type LinkProps } from '@tanstack/react-router'
import type { LinkFault } from 'contract/registration'
import { Unlink } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'

const WORDS: Record<LinkFault, [title: string, text: string]> = {
  INVALID: ['This link does not work', 'Open the whole link as it stands in the newest mail.'],
  EXPIRED: ['This link is too old', 'Links stop working after a while, for your safety.'],
  USED: ['This link was used already', 'Each link works once.'],
  REVOKED: ['This link was withdrawn', 'It no longer opens anything.'],
}

export interface DeadLinkProps {
  fault: LinkFault
  /** Where a new one can be had; without it somebody else has to send one. */
  again?: LinkProps['to'] | undefined
  /** What else to do. */
  children: ReactNode
}

export function DeadLink({ fault, again, children }: DeadLinkProps) {
  const [title, text] = WORDS[fault]
  return (
    <EmptyState
      headingLevel={1}
      icon={<Unlink />}
      title={title}
      className="px-0 py-6"
      action={
        <Button asChild size="lg">
          {again === undefined ? (
            <Link to="/login">Go to sign in</Link>
          ) : (
            <Link to={again}>Ask for a new link</Link>
          )}
        </Button>
      }
    >
      {text} {children}
    </EmptyState>
  )
}
