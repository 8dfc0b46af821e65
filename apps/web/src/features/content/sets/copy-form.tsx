import { isolated } from '#core/isolated.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { MAX_ROWS } from 'contract/list-sizes'
import { useState } from 'react'
import { api } from '#core/api.ts'
import { titleOf } from '#features/content/publish/edition-labels.ts'
import { exportToFile } from '#features/content/exchange/use-export.ts'
import { useTenant } from '#core/tenant.ts'
import { useUser } from '#core/user.ts'
import { FailureAlert } from '#support/failure-alert.tsx'
import { Button } from '#ui/button.tsx'
import { Form } from '#ui/form.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { OwnerField } from './owner-field.tsx'
import { useStartImport } from './file-form.tsx'

export function CopyForm({ onStarted }: { onStarted: (importId: number) => void }) {
  const { tenant } = useUser()
  const [owner, setOwner] = useState(String(tenant.id))
  const [source, setSource] = useState('')
  const [isMissing, setMissing] = useState(false)
  const { options, none } = usePublished()
  const queryClient = useQueryClient()
  const start = useStartImport(onStarted)
  const copy = useMutation({
    mutationFn: async (id: number) => {
      const file = await exportToFile(queryClient, id)
      return await start.mutateAsync({ tenant_id: Number(owner), file })
    },
  })
  return (
    <Form
      className="space-y-5"
      onSubmit={() => {
        setMissing(source === '')
        if (source !== '') copy.mutate(Number(source))
      }}
    >
      <SelectField
        label="Content set to copy"
        placeholder={none ?? CHOOSE}
        options={options}
        value={source}
        onChange={({ target }) => {
          setMissing(false)
          setSource(target.value)
        }}
        error={isMissing ? (none ?? CHOOSE) : undefined}
      />
      <OwnerField value={owner} onChange={({ target }) => setOwner(target.value)} />
      <FailureAlert error={copy.error} title="The content set was not copied." />
      <Button type="submit" isLoading={copy.isPending}>
        {copy.isPending ? 'Copying' : 'Copy content set'}
      </Button>
    </Form>
  )
}

const CHOOSE = 'Choose a content set'

/** Why there is nothing to choose. */
function noneText(isError: boolean, count: number | undefined) {
  if (count === undefined)
    return isError ? 'Content sets could not be loaded. Reload the page.' : 'Loading content sets'
  return count === 0 ? 'No content sets to copy. Publish one first.' : undefined
}

function usePublished() {
  const { is_platform: isPlatform } = useTenant()
  const { data, isError } = useQuery(
    api.contentSets.list.query({ query: { status: 'published', limit: MAX_ROWS } }),
  )
  const options = (data?.rows ?? []).map((set) => ({
    value: String(set.id),
    label: `${isolated(titleOf(set))}, version ${set.version}${isPlatform ? ` (${isolated(set.tenant.name)})` : ''}`,
    language: set.language,
  }))
  return { options, none: noneText(isError, data?.rows.length) }
}
