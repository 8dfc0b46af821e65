import type { UseQueryResult } from '@tanstack/react-query'
import type { PublicTerms } from 'contract/terms'
import type { ComponentProps } from 'react'
import { formatDate } from '#core/time.ts'
import { TermsText } from '#features/terms/terms-text.tsx'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { Dialog, DialogClose } from '#ui/dialog.tsx'

interface TermsFieldProps extends Omit<ComponentProps<typeof Checkbox>, 'label'> {
  terms: UseQueryResult<PublicTerms>
}

/** The terms are read in place: nothing that is typed already is lost. */
export function TermsField({ terms, ...field }: TermsFieldProps) {
  return (
    <div>
      <Checkbox {...field} label="I have read and accept the terms of use" />
      <div className="pl-9 text-15">
        {terms.data && <TermsDialog terms={terms.data} />}
        {terms.isPending && <span className="text-muted-foreground">Loading the terms</span>}
        {terms.isError && (
          <Button
            variant="outline"
            size="sm"
            isLoading={terms.isFetching}
            onClick={() => void terms.refetch()}
          >
            Load the terms again
          </Button>
        )}
      </div>
    </div>
  )
}

function TermsDialog({ terms }: { terms: PublicTerms }) {
  return (
    <Dialog
      isWide
      title="Terms of use"
      description={`Version ${terms.version}, in force from ${formatDate(terms.effective_at)}.`}
      trigger={
        <button type="button" className="link min-h-11">
          Read the terms of use
        </button>
      }
      footer={
        <DialogClose asChild>
          <Button variant="outline">Close the terms</Button>
        </DialogClose>
      }
    >
      <TermsText terms={terms} />
    </Dialog>
  )
}
