import { useMutation } from '@tanstack/react-query'
import { UserRoundCheck } from 'lucide-react'
import { Suspense, useState } from 'react'
import { api } from '#core/api.ts'
import { lazyPart } from '#core/lazy-part.ts'
import { failureToast, showSuccess } from '#core/toast.ts'
import { Button } from '#ui/button.tsx'
import { Panel } from '#ui/page.tsx'
import { Section } from '#ui/section.tsx'
import { PersonLink } from './members.tsx'
import { type SharedPeople, usePeopleChanged } from './shared-query.ts'

const ApproverDialog = lazyPart(() => import('./approver-dialog.tsx'), 'ApproverDialog')

interface ApproverProps {
  shared: SharedPeople
  mayManage: boolean
}

/** Who approves a shared certification before it is submitted. */
export function Approver({ shared, mayManage }: ApproverProps) {
  const { approver } = shared
  const [isOpen, setOpen] = useState(false)
  const remove = useRemoveApprover(shared.id)
  return (
    <Section id="approver" title="Approver" titleClassName="mb-3">
      <Panel className="flex flex-wrap items-center justify-between gap-3 p-4">
        <div className="min-w-0 flex-1 basis-60">
          {approver && (
            <p className="text-16 font-medium">
              <PersonLink {...approver} />
            </p>
          )}
          <p className="text-14 text-muted-foreground">
            {approver
              ? 'Can read all answers. Approves the certification before it is submitted.'
              : 'No approver. The owner submits the certification without approval.'}
          </p>
        </div>
        {mayManage && (
          <div className="flex flex-wrap gap-2">
            {approver && (
              <Button variant="ghost" isLoading={remove.isPending} onClick={() => remove.mutate()}>
                Remove approver
              </Button>
            )}
            <Button variant="outline" icon={<UserRoundCheck />} onClick={() => setOpen(true)}>
              {approver ? 'Change approver' : 'Choose approver'}
            </Button>
          </div>
        )}
      </Panel>
      <Suspense>
        {isOpen && <ApproverDialog shared={shared} onClose={() => setOpen(false)} />}
      </Suspense>
    </Section>
  )
}

function useRemoveApprover(id: number) {
  const show = usePeopleChanged(id)
  return useMutation({
    mutationFn: () => api.approvals.setApprover.call({ params: { id }, body: { user_id: null } }),
    onSuccess: (people) => {
      show(people)
      showSuccess('Approver removed')
    },
    onError: failureToast('The approver was not removed'),
  })
}
