import { useMutation, useQueryClient } from '@tanstack/react-query'
import { LOGO_BYTES, type CustomerDetails } from 'contract/tenants'
import { useRef } from 'react'
import { api } from '#core/api.ts'
import { ApiError } from '#core/api-error.ts'
import { dataAddressOf } from '#core/data-address.ts'
import { showToast } from '#core/toast.ts'
import { Button } from '#ui/button.tsx'
import { FieldError } from '#ui/field.tsx'
import { organisationQuery } from './refresh-organisation.ts'
import { LazyOrganisationMark } from './lazy-brand.tsx'

interface LogoPickerProps {
  customer: CustomerDetails
  logoUrl: string | null
  canWrite: boolean
}

/** The logo counts at once; everything else of the form waits for Save. */
export function LogoPicker({ customer, logoUrl, canWrite }: LogoPickerProps) {
  const file = useRef<HTMLInputElement>(null)
  const { upload, remove } = useLogo(customer)
  const fault = upload.error ?? remove.error
  return (
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
                if (chosen) upload.mutate(chosen)
                remove.reset()
                // The same file chosen again is a new try.
                currentTarget.value = ''
              }}
            />
            <Button
              variant="outline"
              size="xs"
              isLoading={upload.isPending}
              onClick={() => file.current?.click()}
            >
              {customer.has_logo ? 'Replace' : 'Choose a file'}
            </Button>
            {customer.has_logo && (
              <Button
                variant="ghost"
                size="xs"
                isLoading={remove.isPending}
                onClick={() => {
                  upload.reset()
                  remove.mutate({ params: { id: customer.id } })
                }}
              >
                Remove
              </Button>
            )}
          </div>
        )}
        {fault ? (
          <div role="alert" className="mt-1.5">
            <FieldError>{wordsOf(fault)}</FieldError>
          </div>
        ) : (
          canWrite && (
            <p className="mt-1.5 text-13 text-muted-foreground">PNG, JPEG or WebP, 2 MB</p>
          )
        )}
      </div>
    </div>
  )
}

function wordsOf(error: Error) {
  return error instanceof ApiError ? (error.fields.image ?? error.message) : error.message
}

function useLogo({ id }: CustomerDetails) {
  const queryClient = useQueryClient()
  const upload = useMutation({
    mutationFn: async (file: File) => {
      if (file.size > LOGO_BYTES) throw new Error('Use a file of at most 2 MB')
      const [, image = ''] = (await dataAddressOf(file)).split(',')
      return await api.tenants.setLogo.call({ params: { id }, body: { image } })
    },
    onSuccess: () => show('Logo saved'),
  })
  const remove = useMutation({
    ...api.tenants.removeLogo.mutation(),
    onSuccess: () => show('Logo removed'),
  })
  return { upload, remove }

  async function show(title: string) {
    showToast({ variant: 'success', title })
    await Promise.all(
      [organisationQuery(id).queryKey, api.tenants.logoOf.key, api.tenants.current.key].map(
        (queryKey) => queryClient.invalidateQueries({ queryKey }),
      ),
    )
  }
}
