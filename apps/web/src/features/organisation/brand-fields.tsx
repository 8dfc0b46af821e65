import { BrandColour, type CustomerDetails } from 'contract/tenants'
import { useRef } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { ApiError } from '#core/api-error.ts'
import { Button } from '#ui/button.tsx'
import { ConflictPanel } from '#ui/conflict-panel.tsx'
import { FieldError } from '#ui/field.tsx'
import { ColourField } from './colour-field.tsx'
import { LazyBrandPreview, LazyOrganisationMark } from './lazy-brand.tsx'
import type { OrganisationValues } from './organisation-values.ts'
import { useLogoUrl } from './use-logo-url.ts'
import { useLogo, type WantedLogo } from './use-logo.ts'

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

interface LogoPickerProps {
  customer: CustomerDetails
  logoUrl: string | null
  canWrite: boolean
}

/** The logo counts at once; everything else of the form waits for Save. */
function LogoPicker({ customer, logoUrl, canWrite }: LogoPickerProps) {
  const file = useRef<HTMLInputElement>(null)
  const { choose, change, failure, refused, keepTheirs } = useLogo(customer)
  const look = (logo: WantedLogo) => (
    <span className="flex items-center gap-3">
      <LazyOrganisationMark
        name={customer.name}
        colour={customer.brand_colour}
        logoUrl={logo}
        className="size-11 text-18"
      />
      {logo === null && 'No logo'}
    </span>
  )
  return (
    <>
      {refused !== undefined && (
        <ConflictPanel
          title="Someone else changed the logo while you were editing"
          conflicts={[
            {
              mine: {
                value: look(refused),
                isSaving: change.isPending,
                onChoose: () => change.mutate(refused),
              },
              theirs: { value: look(logoUrl), onChoose: keepTheirs },
            },
          ]}
        >
          Nothing of yours is saved yet.
        </ConflictPanel>
      )}
      <div className="flex items-center gap-4">
        <LazyOrganisationMark
          name={customer.name}
          colour={customer.brand_colour}
          logoUrl={logoUrl}
          className="size-16 text-26"
        />
        <div className="min-w-0">
          <p className="mb-1.5 text-14 font-medium">
            Logo <span className="font-normal text-muted-foreground">(optional)</span>
          </p>
          {canWrite && (
            <div className="flex flex-wrap gap-2">
              <input
                ref={file}
                type="file"
                accept="image/png,image/jpeg,image/webp"
                aria-label="Logo file"
                className="sr-only"
                tabIndex={-1}
                onChange={({ currentTarget }) => {
                  const [chosen] = currentTarget.files ?? []
                  change.reset()
                  if (chosen) choose.mutate(chosen)
                  // The same file chosen again is a new try.
                  currentTarget.value = ''
                }}
              />
              <Button
                variant="outline"
                size="xs"
                isLoading={choose.isPending}
                onClick={() => file.current?.click()}
              >
                {customer.has_logo ? 'Replace' : 'Choose a file'}
              </Button>
              {customer.has_logo && (
                <Button
                  variant="ghost"
                  size="xs"
                  isLoading={change.isPending && !choose.isPending}
                  onClick={() => {
                    choose.reset()
                    change.mutate(null)
                  }}
                >
                  Remove
                </Button>
              )}
            </div>
          )}
          {failure ? (
            <div role="alert" className="mt-1.5">
              <FieldError>{wordsOf(failure)}</FieldError>
            </div>
          ) : (
            canWrite && (
              <p className="mt-1.5 text-13 text-muted-foreground">PNG, JPEG or WebP, 2 MB</p>
            )
          )}
        </div>
      </div>
    </>
  )
}

function wordsOf(error: Error) {
  return error instanceof ApiError ? (error.fields.image ?? error.message) : error.message
}
