import { isolated } from '#core/isolated.ts'
import { formatList } from 'rules/plural'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import type { UserDetails } from 'contract/users'
import { ArrowRightLeft } from 'lucide-react'
import { useState } from 'react'
import { api } from '#core/api.ts'
import { showSuccess } from '#core/toast.ts'
import { FailureAlert } from '#support/failure-alert.tsx'
import { useSys } from '#support/sys.ts'
import { Button } from '#ui/button.tsx'
import { Dialog, DialogClose } from '#ui/dialog.tsx'
import { Form } from '#ui/form.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { resultCounts } from './remove-dialog.tsx'

export function MoveDialog({ user }: { user: UserDetails }) {
  const { id, name, tenant } = user
  const [isOpen, setOpen] = useState(false)
  const [chosen, setChosen] = useState('')
  const [isSubmitted, setSubmitted] = useState(false)
  const router = useRouter()
  const isMailOff = useSys()?.is_mail_off
  const { data } = useQuery({ ...api.tenants.choices.query(), enabled: isOpen })
  const move = useMutation({
    mutationFn: () => api.users.move.call({ params: { id }, body: { tenant_id: Number(chosen) } }),
    onSuccess: async (moved) => {
      setOpen(false)
      showSuccess(`${isolated(name)} moved to ${isolated(moved.tenant.name)}`)
      await router.navigate({
        to: '/admin/users/$id/main-details',
        params: { id: String(moved.id) },
        replace: true,
        // Unsaved changes to the moved account can't be saved.
        ignoreBlocker: true,
      })
    },
  })
  function submit() {
    setSubmitted(true)
    if (chosen !== '') move.mutate()
  }
  const others = (data?.organisations ?? []).filter((other) => other.id !== tenant.id)
  return (
    <Dialog
      open={isOpen}
      isBusy={move.isPending}
      onOpenChange={setOpen}
      trigger={
        <Button variant="outline" icon={<ArrowRightLeft />}>
          Move to another organisation
        </Button>
      }
      title={`Move ${name} to another organisation?`}
      description="Only the user’s name and email address are moved. In the new organisation, the user gets the User role."
      footer={
        <>
          <DialogClose asChild>
            <Button variant="outline">Cancel</Button>
          </DialogClose>
          <Button type="submit" form="move" isLoading={move.isPending}>
            Move user
          </Button>
        </>
      }
    >
      <Form id="move" onSubmit={submit}>
        <SelectField
          label="Organisation"
          error={isSubmitted && chosen === '' ? 'Choose an organisation' : undefined}
          placeholder="Choose an organisation"
          options={others.map((other) => ({ value: String(other.id), label: other.name }))}
          value={chosen}
          onChange={(event) => setChosen(event.target.value)}
        />
      </Form>
      <ul className="list-disc space-y-1 pl-5 text-15 text-subtle-foreground">
        <li>{remainingText(user)}</li>
        <li>
          {'The user is signed out everywhere. '}
          {user.is_active
            ? `We’ll email sign-in instructions to ${user.email}${isMailOff ? ' when email is turned on' : ''}.`
            : 'The account stays inactive, so we won’t send an email.'}
        </li>
        <li>
          Two-step verification and linked sign-in methods are removed. The user can set them up
          again.
        </li>
      </ul>
      <FailureAlert error={move.error} title="The user was not moved." />
    </Dialog>
  )
}

function remainingText({ assessments, reports, tenant }: UserDetails) {
  if (assessments === 0) return `This user has no assessments at ${tenant.name}.`
  return `${tenant.name} keeps ${formatList(resultCounts({ assessments, reports }))}, listed under “Former user”.`
}
