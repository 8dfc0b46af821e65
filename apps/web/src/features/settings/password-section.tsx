import { useSuspenseQuery } from '@tanstack/react-query'
import { api } from '#core/api.ts'
import { PasswordForm } from './password-form.tsx'
import { Section } from './section.tsx'

export function PasswordSection() {
  const { password } = useSuspenseQuery(api.identities.list.query()).data
  if (password === 'none') {
    return <Section title="Password" meta="You have none to change: you use single sign-on." />
  }
  return (
    <Section title="Password" meta="Changing it signs you out everywhere else.">
      <PasswordForm />
    </Section>
  )
}
