import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import type { Colleague, Offered } from 'contract/shared-assessments'
import { ASSESSMENT_TYPE_LABELS } from 'contract/labels'
import { useState } from 'react'
import { api } from '#core/api.ts'
import { invalidate } from '#core/invalidate.ts'
import { showSuccess } from '#core/toast.ts'
import { FailureAlert } from '#support/failure-alert.tsx'
import { Button } from '#ui/button.tsx'
import { ContentText } from '#ui/content-text.tsx'
import { Dialog, DialogClose } from '#ui/dialog.tsx'
import { Form } from '#ui/form.tsx'
import { RadioCards } from '#ui/radio-cards.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { ScopeFields, firstChoice } from '#features/assessments/scope/scope-dialog.tsx'
import { colleagueFault } from './colleague-fault.ts'
import { ColleagueField } from './colleague-field.tsx'

interface CreateDialogProps {
  /** Of the years that have one. */
  years: readonly number[]
  onClose: () => void
}

export function CreateDialog({ years, onClose }: CreateDialogProps) {
  const { data, error } = useQuery({ ...api.shared.offered.query(), staleTime: 0 })
  const [first] = data?.sets ?? []
  if (data && first)
    return <CreateForm year={data.year} sets={data.sets} first={first} onClose={onClose} />
  return (
    <Dialog open onOpenChange={onClose} title={TITLE}>
      {data ? (
        <NoneLeft year={data.year} isAllShared={years.includes(data.year)} />
      ) : (
        <>
          {error === null && <Spinner />}
          <FailureAlert error={error} title="The content sets could not be loaded." />
        </>
      )}
    </Dialog>
  )
}

const TITLE = 'New shared assessment'

function NoneLeft({ year, isAllShared }: { year: number; isAllShared: boolean }) {
  if (isAllShared)
    return <p>{`Each content set and type for ${year} already has a shared assessment.`}</p>
  return (
    <p>
      {`No content set is published for ${year}. `}
      <Link to="/admin/content-sets" className="link">
        Publish one first
      </Link>
      .
    </p>
  )
}

interface CreateFormProps {
  year: number
  sets: readonly Offered[]
  first: Offered
  onClose: () => void
}

function CreateForm({ year, sets, first, onClose }: CreateFormProps) {
  const [chosen, setChosen] = useState(first)
  const [choice, setChoice] = useState(() => first.scope && firstChoice(first.scope))
  const [owner, setOwner] = useState<Colleague | null>(null)
  const [isSubmitted, setSubmitted] = useState(false)
  const create = useCreate(onClose)
  const fault = colleagueFault(create.error)
  const { family_id, type, title, language, scope } = chosen
  const families = sets.filter(
    ({ family_id: id }, at) => sets.findIndex((one) => one.family_id === id) === at,
  )
  const ofFamily = (id: number) => sets.filter((one) => one.family_id === id)
  function choose(next: Offered | undefined) {
    if (!next) return
    setChosen(next)
    setChoice(next.scope && firstChoice(next.scope))
  }

  function submit() {
    setSubmitted(true)
    if (owner) create.mutate({ body: { family_id, type, owner_id: owner.id, ...choice } })
  }

  return (
    <Dialog
      open
      isBusy={create.isPending}
      onOpenChange={onClose}
      title={TITLE}
      description={`For ${year}. Personal assessments don’t change.`}
      footer={
        <>
          <DialogClose asChild>
            <Button variant="outline">Cancel</Button>
          </DialogClose>
          <Button type="submit" form="new-shared" isLoading={create.isPending}>
            Create shared assessment
          </Button>
        </>
      }
    >
      <Form id="new-shared" onSubmit={submit} className="space-y-5">
        {families.length > 1 ? (
          <SelectField
            label="Content set"
            options={families.map((one) => ({
              value: String(one.family_id),
              label: one.title,
              language: one.language,
            }))}
            value={String(family_id)}
            onChange={({ target }) => {
              const next = ofFamily(Number(target.value))
              choose(next.find((one) => one.type === type) ?? next[0])
            }}
          />
        ) : (
          <p>
            Content set:{' '}
            <ContentText language={language} className="font-medium">
              {title}
            </ContentText>
          </p>
        )}
        <RadioCards
          label="Type"
          options={ofFamily(family_id).map((one) => ({
            value: one.type,
            label: ASSESSMENT_TYPE_LABELS[one.type],
            hint: HINTS[one.type],
          }))}
          value={type}
          onValueChange={(value) => choose(ofFamily(family_id).find((one) => one.type === value))}
        />
        {scope && choice && <ScopeFields scope={scope} choice={choice} onChoose={setChoice} />}
        <ColleagueField
          label="Owner"
          hint="Answers everything, assigns elements to colleagues and completes the assessment."
          error={fault ?? (isSubmitted && !owner ? 'Choose an owner' : undefined)}
          chosen={owner}
          onChoose={(colleague) => {
            setOwner(colleague)
            create.reset()
          }}
        />
      </Form>
      <FailureAlert
        error={fault ? null : create.error}
        title="The shared assessment was not created."
      />
    </Dialog>
  )
}

const HINTS = {
  self_assessment: 'An action report is created',
  certification: 'An auditor reviews the answers',
} as const

function useCreate(onClose: () => void) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const refresh = () => invalidate(queryClient, [api.shared.list.key, api.shared.offered.key])
  return useMutation({
    ...api.shared.create.mutation(),
    onSuccess: async ({ id }) => {
      onClose()
      showSuccess('Shared assessment created')
      await refresh()
      await navigate({ to: '/admin/shared-assessments/$id', params: { id: String(id) } })
    },
    // Another admin may have created the same one.
    onError: () => void refresh(),
  })
}
