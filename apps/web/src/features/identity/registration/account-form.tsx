import { useMutation, useQuery, type UseQueryResult } from '@tanstack/react-query'
import type { LinkProps } from '@tanstack/react-router'
import type { PublicTerms } from 'contract/terms'
import { type ComponentProps, Suspense, useState } from 'react'
import { useForm, type UseFormReturn, useWatch } from 'react-hook-form'
import { hasCode } from '#core/api-error.ts'
import { api } from '#core/api.ts'
import { field, isShownAtField, showFieldErrors } from '#core/field-errors.ts'
import { lazyCheck } from '#core/lazy-check.ts'
import { lazyPart } from '#core/lazy-part.ts'
import { NewPasswordField } from '#features/identity/new-password-field.tsx'
import { useGoOn } from '#support/use-go-on.ts'
import { ErrorCount } from '#support/error-count.tsx'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { TextField } from '#ui/text-field.tsx'
import type { AccountValues } from './account-values.ts'
import { LinkFailure } from './link-failure.tsx'
import { NotSignedIn } from './not-signed-in.tsx'

const TermsDialog = lazyPart(() => import('#support/terms-dialog.tsx'), 'TermsDialog')

interface TermsFieldProps extends Omit<ComponentProps<typeof Checkbox>, 'label'> {
  terms: UseQueryResult<PublicTerms>
}

const checkRegister = lazyCheck(async () => (await import('./account-values.ts')).RegisterValues)
const checkJoin = lazyCheck<AccountValues>(
  async () => (await import('./account-values.ts')).JoinValues,
)

const TERMS_MISSING = 'The terms could not be loaded. Reload them, then try again.'

const FIELDS = ['name', 'organisation_name', 'password'] as const

interface AccountFormProps {
  email: string
  hasOrganisation: boolean
  label: string
  again?: LinkProps['to']
  send: (values: AccountValues, termsId: number) => Promise<{ token: string }>
}

export function AccountForm({ email, hasOrganisation, label, again, send }: AccountFormProps) {
  const goOn = useGoOn()
  const terms = useQuery(api.terms.latest.query())
  const form = useForm<AccountValues>({
    resolver: hasOrganisation ? checkRegister : checkJoin,
    mode: 'onTouched',
    defaultValues: { name: '', organisation_name: '', password: '', terms: false },
  })
  const [isRefused, setRefused] = useState(false)
  const enter = useMutation({
    mutationFn: (token: string) => goOn(token, undefined),
    onError: () => setRefused(true),
    gcTime: 0,
  })
  const open = useMutation({
    mutationFn: ({ values, termsId }: { values: AccountValues; termsId: number }) =>
      send(values, termsId),
    onSuccess: ({ token }) => enter.mutate(token),
    onError: showError,
  })
  const { errors, isSubmitted, isSubmitting } = form.formState
  const isPending = open.isPending || enter.isPending
  if (isRefused && open.data) {
    const { token } = open.data
    return <NotSignedIn {...enter} onRetry={() => enter.mutate(token)} />
  }
  return (
    <form
      noValidate
      className="mt-6 space-y-6"
      onSubmit={(event) => void form.handleSubmit(submit)(event)}
    >
      <AccountFields {...{ form, terms, email, hasOrganisation }} />
      <LinkFailure
        error={isShownAtField(open.error, FIELDS) ? null : open.error}
        title="Your account was not created."
        again={again}
      />
      <Button type="submit" size="lg" className="w-full" isLoading={isPending || isSubmitting}>
        {isPending ? 'Creating your account' : label}
      </Button>
      <ErrorCount errors={errors} isShown={isSubmitted} />
    </form>
  )

  /** Terms that still load are waited for, so that nobody has to press again. */
  async function submit(values: AccountValues) {
    const { data } = terms.isPending ? await terms.refetch({ cancelRefetch: false }) : terms
    if (data) open.mutate({ values, termsId: data.id })
    else form.setError('terms', { message: TERMS_MISSING }, { shouldFocus: true })
  }

  function showError(error: Error) {
    showFieldErrors(error, FIELDS, form.setError)
    if (!hasCode(error, 'conflict')) return
    form.resetField('terms')
    void terms.refetch()
  }
}

interface AccountFieldsProps extends Pick<AccountFormProps, 'email' | 'hasOrganisation'> {
  form: UseFormReturn<AccountValues>
  terms: UseQueryResult<PublicTerms>
}

function AccountFields({ form, terms, email, hasOrganisation }: AccountFieldsProps) {
  const [typed, name, organisation] = useWatch({
    control: form.control,
    name: ['password', 'name', 'organisation_name'],
  })
  return (
    <>
      <TextField label="Email" type="email" autoComplete="username" value={email} readOnly />
      <TextField label="Your name" autoComplete="name" {...field(form, 'name')} />
      {hasOrganisation && (
        <TextField
          label="Organisation"
          autoComplete="organization"
          {...field(form, 'organisation_name')}
        />
      )}
      <NewPasswordField
        label="Password"
        typed={typed}
        person={{ email, name, organisation }}
        {...field(form, 'password')}
      />
      <TermsField terms={terms} {...field(form, 'terms')} />
    </>
  )
}

/** The terms open in a dialog, so that typed values stay. */
function TermsField({ terms, ...field }: TermsFieldProps) {
  return (
    <div>
      <Checkbox {...field} label="I have read and accept the terms of use" />
      <div className="pl-9 text-15">
        {terms.data && <ReadTerms />}
        {terms.isPending && <span className="text-muted-foreground">Loading the terms</span>}
        {terms.isError && (
          <>
            {!field.error && <p className="mb-2">The terms could not be loaded.</p>}
            <Button
              variant="outline"
              size="sm"
              isLoading={terms.isFetching}
              onClick={() => void terms.refetch()}
            >
              Reload the terms
            </Button>
          </>
        )}
      </div>
    </div>
  )
}

function ReadTerms() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" className="link min-h-11" onClick={() => setOpen(true)}>
        Read the terms of use
      </button>
      <Suspense>{isOpen && <TermsDialog onClose={() => setOpen(false)} />}</Suspense>
    </>
  )
}
