import type { CustomerDetails } from 'contract/tenants'
import { useRef } from 'react'
import { ApiError } from '#core/api-error.ts'
import { Button } from '#ui/button.tsx'
import { FieldError } from '#ui/field.tsx'
import { LazyOrganisationMark } from './lazy-brand.tsx'
import { LogoConflict } from './logo-conflict.tsx'
import { useLogo } from './use-logo.ts'

interface LogoPickerProps {
  customer: CustomerDetails
  logoUrl: string | null
  canWrite: boolean
}

/** The logo counts at once; everything else of the form waits for Save. */
export function LogoPicker({ customer, logoUrl, canWrite }: LogoPickerProps) {
  const file = useRef<HTMLInputElement>(null)
  const { choose, change, failure, refused, keepTheirs } = useLogo(customer)
  return (
    <>
      {refused !== undefined && (
        <LogoConflict
          {...{ customer, logoUrl }}
          mine={refused}
          isSaving={change.isPending}
          onUseMine={() => change.mutate(refused)}
          onKeepTheirs={keepTheirs}
        />
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
