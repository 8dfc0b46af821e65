import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'

export function Oops({ children }: { children?: ReactNode }) {
  return (
    <EmptyState
      headingLevel={1}
      title="Oops! Page Not Found"
      action={
        <div className="flex flex-wrap justify-center gap-3">
          <Button asChild variant="outline">
            <Link to="/">Return to Home</Link>
          </Button>
          {children}
        </div>
      }
    >
      The page you&apos;re looking for doesn&apos;t exist.
    </EmptyState>
  )
}
