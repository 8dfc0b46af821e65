import { useMutation, useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import type { UserDetails } from 'contract/users'
import { ArrowRightLeft } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { api } from '#core/api.ts'
import { showToast } from '#core/toast.ts'
import { FailureAlert } from '#features/shell/failure-alert.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog, DialogClose } from '#ui/dialog.tsx'
import { Form } from '#ui/form.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { counted } from './remove-dialog.tsx'

export function MoveDialog({ person }: { person: UserDetails }) {
  const { id, name, tenant } = person
  const [isOpen, setOpen] = useState(false)
  const [chosen, setChosen] = useState('')
  const [isAsked, setAsked] = useState(false)
  const router = useRouter()
  const { data } = useQuery({ ...api.tenants.choices.query(), enabled: isOpen })
  const move = useMutation({
    mutationFn: () => api.users.move.call({ params: { id }, body: { tenant_id: Number(chosen) } }),
    onSuccess: async (moved) => {
      setOpen(false)
      showToast({ variant: 'success', title: `${name} moved to ${moved.tenant.name}` })
      const params = { id: String(moved.id) }
      await router.navigate({
        to: '/admin/users/$id/main-details',
        params,
        replace: true,
        // What was typed for the account here has nowhere to be saved any more.
        ignoreBlocker: true,
      })
    },
  })
  function submit(event: FormEvent) {
    event.preventDefault()
    setAsked(true)
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
      title={`Move ${name}`}
      description="Only the account moves: name and e-mail address, as a plain user."
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
          error={isAsked && chosen === '' ? 'Choose where to' : undefined}
          placeholder="Choose an organisation"
          options={others.map((other) => ({ value: String(other.id), label: other.name }))}
          value={chosen}
          onChange={(event) => setChosen(event.target.value)}
        />
      </Form>
      <ul className="list-disc space-y-1 pl-5 text-15 text-subtle-foreground">
        <li>{stayWords(person)}</li>
        <li>
          Every session ends.{' '}
          {person.is_active
            ? `How to sign in there is mailed to ${person.email}.`
            : 'The account stays inactive, so no mail is sent.'}
        </li>
        <li>The second step and linked sign-ins are set up anew there.</li>
      </ul>
      <FailureAlert error={move.error} title="Nobody was moved." />
    </Dialog>
  )
}

function stayWords({ assessments, reports, tenant }: UserDetails) {
  if (assessments === 0) return `There are no assessments to leave behind at ${tenant.name}.`
  const left = `${counted(assessments, 'assessment')} and ${counted(reports, 'report')}`
  return `${left} stay with ${tenant.name}, under “Former user”.`
}
