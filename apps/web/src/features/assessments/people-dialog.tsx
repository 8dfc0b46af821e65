import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#core/api.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { QueryError } from '#ui/query-error.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { Approver } from './shared/approver.tsx'
import { Members } from './shared/members.tsx'
import { OwnerDialog } from './shared/owner-dialog.tsx'

interface PeopleDialogProps {
  assessmentId: number
  /** Only what is submitted has an approver. */
  isCertification: boolean
  onClose: () => void
}

/** For the owner, who needs no admin to change who takes part. */
export function PeopleDialog({ assessmentId: id, isCertification, onClose }: PeopleDialogProps) {
  const query = useQuery(api.shared.people.query({ params: { id } }))
  const [isHandingOver, setHandingOver] = useState(false)
  const shared = query.data && { id, ...query.data }
  if (shared && isHandingOver)
    return <OwnerDialog shared={shared} onClose={() => setHandingOver(false)} />
  return (
    <Dialog
      open
      isWide
      onOpenChange={onClose}
      title="People in this assessment"
      footer={
        <Button variant="outline" disabled={!shared} onClick={() => setHandingOver(true)}>
          Change owner
        </Button>
      }
    >
      {query.isError ? (
        <QueryError query={query} title="The list of people could not be loaded">
          Nothing was changed.
        </QueryError>
      ) : shared ? (
        <div className="space-y-8">
          <Members shared={shared} mayManage />
          {isCertification && <Approver shared={shared} mayManage />}
        </div>
      ) : (
        <Spinner />
      )}
    </Dialog>
  )
}
