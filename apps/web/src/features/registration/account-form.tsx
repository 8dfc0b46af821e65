import { useMutation, useQuery, type UseQueryResult } from '@tanstack/react-query'
import type { LinkProps } from '@tanstack/react-router'
import type { PublicTerms } from 'contract/terms'
import { useForm, useWatch, type UseFormReturn } from 'react-hook-form'
import { api } from '#core/api.ts'
import { hasCode } from '#core/api-error.ts'
import { isToldAtField, showFieldErrors } from '#core/field-errors.ts'
import { lazyCheck } from '#core/lazy-check.ts'
import { NewPasswordField } from '#features/password/new-password-field.tsx'
import { useGoOn } from '#features/session/use-go-on.ts'
import { ErrorCount } from '#features/shell/error-count.tsx'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/text-field.tsx'
import type { AccountValues } from './account-values.ts'
import { LinkFailure } from './link-failure.tsx'
import { TermsField } from './terms-field.tsx'

const checkRegister = lazyCheck(async () => (await import('./account-values.ts')).RegisterValues)
const checkJoin = lazyCheck<AccountValues>(
  async () => (await import('./account-values.ts')).JoinValues,
)

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
  const open = useMutation({
    mutationFn: (values: AccountValues) => send(values, terms.data?.id ?? 0),
    onSuccess: ({ token }) => goOn(token, undefined),
    onError: showError,
  })
  const { errors, isSubmitted, isSubmitting } = form.formState
  return (
    <form
      noValidate
      className="mt-6 space-y-6"
      onSubmit={(event) => void form.handleSubmit((values) => open.mutate(values))(event)}
    >
      <AccountFields {...{ form, terms, email, hasOrganisation }} />
      <LinkFailure
        error={isToldAtField(open.error, FIELDS) ? null : open.error}
        title="Your account was not made."
        again={again}
      />
      <Button
        type="submit"
        size="lg"
        className="w-full"
        isLoading={open.isPending || isSubmitting}
        aria-disabled={terms.data === undefined || undefined}
      >
        {open.isPending ? 'Making your account' : label}
      </Button>
      <ErrorCount errors={errors} isShown={isSubmitted} />
    </form>
  )

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
  const { errors } = form.formState
  return (
    <>
      <TextField label="Email" type="email" autoComplete="username" value={email} readOnly />
      <TextField
        label="Your name"
        autoComplete="name"
        error={errors.name?.message}
        {...form.register('name')}
      />
      {hasOrganisation && (
        <TextField
          label="Organisation"
          autoComplete="organization"
          error={errors.organisation_name?.message}
          {...form.register('organisation_name')}
        />
      )}
      <NewPasswordField
        label="Password"
        typed={typed}
        person={{ email, name, organisation }}
        error={errors.password?.message}
        {...form.register('password')}
      />
      <TermsField terms={terms} error={errors.terms?.message} {...form.register('terms')} />
    </>
  )
}
