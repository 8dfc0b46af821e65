import { BrandColour, type CustomerDetails } from 'contract/tenants'
import type { UseFormReturn } from 'react-hook-form'
import { LazyBrandPreview } from './lazy-brand.tsx'
import { ColourField } from './colour-field.tsx'
import { LogoPicker } from './logo-picker.tsx'
import type { OrganisationValues } from './organisation-values.ts'
import { useLogoUrl } from './use-logo-url.ts'

interface BrandFieldsProps {
  customer: CustomerDetails
  form: UseFormReturn<OrganisationValues>
  values: OrganisationValues
  canWrite: boolean
}

export function BrandFields({ customer, form, values, canWrite }: BrandFieldsProps) {
  const logoUrl = useLogoUrl(customer)
  const { data: colour = customer.brand_colour } = BrandColour.safeParse(values.brand_colour)
  return (
    <section aria-labelledby="brand" className="space-y-5">
      <h2 id="brand" className="text-18 font-semibold">
        Brand
      </h2>
      <LogoPicker {...{ customer, logoUrl, canWrite }} />
      <ColourField
        colour={colour}
        onPick={(picked) => form.setValue('brand_colour', picked, { shouldValidate: true })}
        hint="One colour. We work out the rest and keep it readable. Visitors see it within five minutes."
        disabled={!canWrite}
        error={form.formState.errors.brand_colour?.message}
        {...form.register('brand_colour')}
      />
      <LazyBrandPreview name={values.name || customer.name} {...{ logoUrl, colour }} />
    </section>
  )
}
