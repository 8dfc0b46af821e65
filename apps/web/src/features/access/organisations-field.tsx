import { Search } from 'lucide-react'
import { type Ref, useId, useState } from 'react'
import { searchNorm } from 'contract/search-norm'
import { Checkbox } from '#ui/checkbox.tsx'
import { FieldError } from '#ui/field.tsx'
import { TextField } from '#ui/text-field.tsx'

/** From so many on it takes a search to find one. */
const MANY = 9

interface OrganisationsFieldProps {
  organisations: readonly { id: number; name: string }[]
  chosen: readonly number[]
  onChoose: (chosen: number[]) => void
  error: string | undefined
  /** Takes the focus to the first of them. */
  ref: Ref<HTMLInputElement>
}

/** Which organisations an auditor is assigned to. */
export function OrganisationsField(props: OrganisationsFieldProps) {
  const { organisations, chosen, onChoose, error, ref } = props
  const [wanted, setWanted] = useState('')
  const errorId = useId()
  const found = organisations.filter(({ name }) => searchNorm(name).includes(searchNorm(wanted)))
  return (
    <fieldset aria-describedby={error && errorId}>
      <legend className="text-14 font-medium">Organisations to audit</legend>
      <p role="status" className="mt-0.5 mb-2 text-13 text-muted-foreground">
        {chosen.length} of {organisations.length} chosen
      </p>
      {organisations.length >= MANY && (
        <TextField
          label="Find an organisation"
          isLabelHidden
          type="search"
          placeholder="Find an organisation"
          icon={<Search />}
          value={wanted}
          onChange={(event) => setWanted(event.target.value)}
          fieldClassName="mb-2"
        />
      )}
      <div className="max-h-72 overflow-y-auto rounded-md border bg-card px-3.5 py-1.5">
        {found.map(({ id, name }, index) => (
          <Checkbox
            key={id}
            ref={index === 0 ? ref : undefined}
            label={name}
            checked={chosen.includes(id)}
            onChange={({ target }) =>
              onChoose(target.checked ? [...chosen, id] : chosen.filter((one) => one !== id))
            }
          />
        ))}
        {found.length === 0 && (
          <p className="py-2 text-14 text-muted-foreground">No organisation is called that.</p>
        )}
      </div>
      {error && <FieldError id={errorId}>{error}</FieldError>}
    </fieldset>
  )
}
