import { useMutation, useQueryClient } from '@tanstack/react-query'
import { BrandColour, type OrganisationDetails, LOGO_BYTES } from 'contract/tenants'
import { useRef, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { field } from '#core/field-errors.ts'
import { ApiError, hasCode } from '#core/api-error.ts'
import { api } from '#core/api.ts'
import { dataAddressOf } from '#core/files.ts'
import { invalidate } from '#core/invalidate.ts'
import { showSuccess } from '#core/toast.ts'
import { Button } from '#ui/button.tsx'
import { ConflictPanel } from '#ui/conflict-panel.tsx'
import { FieldError } from '#ui/field.tsx'
import { Section } from '#ui/section.tsx'
import { ColourField } from './colour-field.tsx'
import { LazyBrandPreview, LazyOrganisationMark } from './lazy-brand.tsx'
import type { OrganisationValues } from '#features/organisations/organisation-values.ts'
import { organisationQuery, refreshHost } from '#support/refresh-organisation.ts'
import { useLogoUrl } from './use-logo-url.ts'

/** A data URL, or null for no logo. */
type NewLogo = string | null

interface BrandFieldsProps {
  organisation: OrganisationDetails
  form: UseFormReturn<OrganisationValues>
  values: OrganisationValues
  canWrite: boolean
}

export function BrandFields({ organisation, form, values, canWrite }: BrandFieldsProps) {
  const logoUrl = useLogoUrl(organisation)
  const { data: colour = organisation.brand_colour } = BrandColour.safeParse(values.brand_colour)
  return (
    <Section id="brand" title="Brand" className="space-y-5">
      <LogoPicker {...{ organisation, logoUrl, canWrite }} />
      <ColourField
        colour={colour}
        onPick={(picked) => form.setValue('brand_colour', picked, { shouldValidate: true })}
        hint="Choose one colour. We add matching shades and keep text readable. Changes appear within 5 minutes."
        disabled={!canWrite}
        {...field(form, 'brand_colour')}
      />
      <LazyBrandPreview name={values.name || organisation.name} {...{ logoUrl, colour }} />
    </Section>
  )
}

interface LogoPickerProps {
  organisation: OrganisationDetails
  logoUrl: NewLogo | undefined
  canWrite: boolean
}

/** The logo is saved immediately, unlike the other fields of the form. */
function LogoPicker({ organisation, logoUrl, canWrite }: LogoPickerProps) {
  const file = useRef<HTMLInputElement>(null)
  const { choose, change, failure, refused, loadTheirs } = useLogo(organisation)
  const look = (logo: NewLogo | undefined) => (
    <span className="flex items-center gap-3">
      <LazyOrganisationMark
        name={organisation.name}
        colour={organisation.brand_colour}
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
              theirs: { value: look(logoUrl), onChoose: loadTheirs },
            },
          ]}
        >
          Your logo change hasn’t been saved yet. Choose which logo to keep.
        </ConflictPanel>
      )}
      <div className="flex items-center gap-4">
        <LazyOrganisationMark
          name={organisation.name}
          colour={organisation.brand_colour}
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
                  // Choosing the same file again fires a change event.
                  currentTarget.value = ''
                }}
              />
              <Button
                variant="outline"
                size="xs"
                isLoading={choose.isPending}
                onClick={() => file.current?.click()}
              >
                {organisation.has_logo ? 'Replace logo' : 'Choose file'}
              </Button>
              {organisation.has_logo && (
                <Button
                  variant="ghost"
                  size="xs"
                  isLoading={change.isPending && !choose.isPending}
                  onClick={() => {
                    choose.reset()
                    change.mutate(null)
                  }}
                >
                  Remove logo
                </Button>
              )}
            </div>
          )}
          {failure ? (
            <div role="alert" className="mt-1.5">
              <FieldError>{messageOf(failure)}</FieldError>
            </div>
          ) : (
            canWrite && (
              <p className="mt-1.5 text-13 text-muted-foreground">PNG, JPEG or WebP, up to 2 MB</p>
            )
          )}
        </div>
      </div>
    </>
  )
}

function messageOf(error: Error) {
  return error instanceof ApiError ? (error.fields.image ?? error.message) : error.message
}

function useLogo({ id, logo_version: seen }: OrganisationDetails) {
  const queryClient = useQueryClient()
  const [refused, setRefused] = useState<NewLogo>()
  const change = useMutation({
    mutationFn: async (logo: NewLogo) => {
      setRefused(undefined)
      const params = { id }
      if (logo !== null) {
        const [, image = ''] = logo.split(',')
        await api.tenants.setLogo.call({ params, body: { version: seen, image } })
      } else if (seen !== null)
        await api.tenants.removeLogo.call({ params, query: { version: seen } })
    },
    onSuccess: async (_, logo) => {
      showSuccess(logo === null ? 'Logo removed' : 'Logo saved')
      await refresh()
    },
    onError: async (error, logo) => {
      if (!hasCode(error, 'conflict')) return
      await refresh()
      setRefused(logo)
    },
  })
  const choose = useMutation({
    mutationFn: async (file: File) => {
      if (file.size > LOGO_BYTES) throw new Error('Choose a file up to 2 MB')
      await change.mutateAsync(await dataAddressOf(file)).catch(() => undefined)
    },
  })
  const failure = choose.error ?? (hasCode(change.error, 'conflict') ? null : change.error)
  return { choose, change, failure, refused, loadTheirs: () => setRefused(undefined) }

  async function refresh() {
    const { queryKey } = organisationQuery(id)
    await invalidate(queryClient, [queryKey, api.tenants.logoOf.key])
    const organisation = queryClient.getQueryData(queryKey)
    if (organisation) refreshHost(queryClient, organisation)
  }
}
