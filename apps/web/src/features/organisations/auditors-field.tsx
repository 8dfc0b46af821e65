import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useController } from 'react-hook-form'
import { api } from '#core/api.ts'
import { Chip } from '#ui/chip.tsx'
import { FieldError } from '#ui/field.tsx'
import { FilterMenu } from '#ui/filter-menu.tsx'
import type { DetailsFieldsProps } from './details-fields.tsx'

export function AuditorsField({ organisation, form, values, isGod }: DetailsFieldsProps) {
  const names = useAuditorNames(organisation, isGod)
  const { ref } = useController({ control: form.control, name: 'auditor' }).field
  const errorId = useId()
  const error = form.formState.errors.auditor?.message
  const set = (ids: number[]) =>
    form.setValue(
      'auditor',
      ids.toSorted((a, b) => a - b),
    )
  return (
    <div role="group" aria-labelledby="auditors" className="text-14">
      <p id="auditors" className="font-medium">
        Auditors
      </p>
      <p className="mb-2 text-13 text-muted-foreground">
        Can view this organisation and certify its assessments.
      </p>
      <div className="flex flex-wrap items-center gap-2">
        {values.auditor.map((id) =>
          isGod ? (
            <Chip
              key={id}
              label={names.get(id) ?? 'Unknown auditor'}
              onRemove={() => set(values.auditor.filter((other) => other !== id))}
            />
          ) : (
            <span key={id} translate="no" className="rounded-full bg-muted px-3 py-1.5 font-medium">
              {names.get(id)}
            </span>
          ),
        )}
        {!isGod && values.auditor.length === 0 && (
          <span className="text-muted-foreground">None</span>
        )}
        {isGod && (
          <FilterMenu
            ref={ref}
            errorId={error && errorId}
            label="Choose auditors"
            isMany
            isCountHidden
            options={[...names].map(([id, label]) => ({ value: String(id), label }))}
            chosen={values.auditor.map(String)}
            onChoose={(chosen) => set(chosen.map(Number))}
          />
        )}
      </div>
      {error && <FieldError id={errorId}>{error}</FieldError>}
    </div>
  )
}

export function useAuditorNames(
  { auditor }: DetailsFieldsProps['organisation'],
  isGod: boolean,
): ReadonlyMap<number, string> {
  const { data } = useQuery({ ...api.tenants.auditors.query(), enabled: isGod })
  return new Map([...auditor, ...(data?.auditors ?? [])].map(({ id, name }) => [id, name]))
}
