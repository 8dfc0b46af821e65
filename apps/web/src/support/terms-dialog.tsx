import { useQuery } from '@tanstack/react-query'
import { api } from '#core/api.ts'
import { formatDate } from '#core/time.ts'
import { Button } from '#ui/button.tsx'
import { Dialog, DialogClose } from '#ui/dialog.tsx'
import { QueryError } from '#ui/query-error.tsx'
import { SkeletonRows } from '#ui/skeleton.tsx'
import { TermsText } from './terms-text.tsx'

/** The terms for users who aren't signed in. A dialog, so that typed values stay. */
export function TermsDialog({ onClose }: { onClose: () => void }) {
  const query = useQuery(api.terms.latest.query())
  const { data: terms, error } = query
  return (
    <Dialog
      isWide
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Terms of use"
      description={
        terms && `Version ${terms.version}, in force from ${formatDate(terms.effective_at)}.`
      }
      footer={
        <DialogClose asChild>
          <Button variant="outline">Close terms</Button>
        </DialogClose>
      }
    >
      {terms && (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard must reach it
        <div role="region" aria-label="Text" tabIndex={0} className="-outline-offset-2!">
          <TermsText terms={terms} />
        </div>
      )}
      {!terms && error && (
        <QueryError query={query} title="The terms could not be loaded">
          Check your connection and try again.
        </QueryError>
      )}
      {!terms && !error && <SkeletonRows label="Loading the terms" count={4} />}
    </Dialog>
  )
}
