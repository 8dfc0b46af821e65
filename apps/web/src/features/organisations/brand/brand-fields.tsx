import { useMutation } from '@tanstack/react-query'
import { LOGO_BYTES, TOO_LARGE_LOGO } from 'contract/file-size'
import { BrandColour, type OrganisationDetails } from 'contract/tenants'
import { useRef } from 'react'
import { type UseFormReturn, useController } from 'react-hook-form'
import { field } from '#core/field-errors.ts'
import { dataAddressOf } from '#core/files.ts'
import { Button } from '#ui/button.tsx'
import { FieldError } from '#ui/field.tsx'
import { Section } from '#ui/section.tsx'
import { ColourField } from './colour-field.tsx'
import { LazyBrandPreview, LazyOrganisationMark } from './lazy-brand.tsx'
import { type OrganisationValues, isNewLogo } from '#features/organisations/organisation-values.ts'
import { useLogoUrl } from './use-logo-url.ts'

interface BrandFieldsProps {
  organisation: OrganisationDetails
  form: UseFormReturn<OrganisationValues>
  values: OrganisationValues
  canWrite: boolean
}

export function BrandFields({ organisation, form, values, canWrite }: BrandFieldsProps) {
  const { image } = values
  const saved = useLogoUrl(organisation)
  const logoUrl = image === null || isNewLogo(image) ? image : saved
  const logoSize = logoUrl === saved ? organisation.logo_size : null
  const { data: colour = organisation.brand_colour } = BrandColour.safeParse(values.brand_colour)
  const name = values.name || organisation.name
  return (
    <Section id="brand" title="Brand" className="space-y-5">
      <div className="flex items-center gap-4">
        <LazyOrganisationMark
          {...{ name, colour, logoUrl, logoSize }}
          className="size-16 text-26"
        />
        <LogoPicker {...{ form, canWrite }} hasLogo={image !== null} />
      </div>
      <ColourField
        colour={colour}
        onPick={(picked) => form.setValue('brand_colour', picked, { shouldValidate: true })}
        hint="Choose one colour. We add matching shades and keep text readable."
        disabled={!canWrite}
        {...field(form, 'brand_colour')}
      />
      <LazyBrandPreview {...{ name, logoUrl, logoSize, colour }} />
    </Section>
  )
}

interface LogoPickerProps extends Pick<BrandFieldsProps, 'form' | 'canWrite'> {
  hasLogo: boolean
}

function LogoPicker({ form, canWrite, hasLogo }: LogoPickerProps) {
  const file = useRef<HTMLInputElement>(null)
  // Gets the focus if the server refuses the picture.
  const { ref } = useController({ control: form.control, name: 'image' }).field
  const fault = form.formState.errors.image?.message
  const change = (image: string | null) => {
    form.clearErrors('image')
    form.setValue('image', image, { shouldDirty: true })
  }
  const choose = useMutation({
    mutationFn: async (chosen: File) => {
      if (chosen.size > LOGO_BYTES) throw new Error(TOO_LARGE_LOGO)
      change(await dataAddressOf(chosen))
    },
    onError: ({ message }) => form.setError('image', { message }),
  })
  return (
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
              if (chosen) choose.mutate(chosen)
              // Choosing the same file again fires a change event.
              currentTarget.value = ''
            }}
          />
          <Button
            ref={ref}
            variant="outline"
            size="xs"
            isLoading={choose.isPending}
            onClick={() => file.current?.click()}
          >
            {hasLogo ? 'Replace logo' : 'Choose file'}
          </Button>
          {hasLogo && (
            <Button variant="ghost" size="xs" onClick={() => change(null)}>
              Remove logo
            </Button>
          )}
        </div>
      )}
      {fault === undefined ? (
        canWrite && (
          <p className="mt-1.5 text-13 text-muted-foreground">PNG, JPEG or WebP, up to 2 MB</p>
        )
      ) : (
        <div role="alert" className="mt-1.5">
          <FieldError>{fault}</FieldError>
        </div>
      )}
    </div>
  )
}
