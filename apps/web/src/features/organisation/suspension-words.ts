import type { CustomerDetails } from 'contract/tenants'

type Counts = Pick<CustomerDetails, 'active_users' | 'assessments_in_progress' | 'open_invitations'>

/** Whom and what a suspension meets. */
export function suspensionWords(counts: Counts) {
  const { active_users: people, assessments_in_progress: begun, open_invitations: open } = counts
  const met = [
    ...when(people, `${counted(people, 'person', 'people')} can no longer sign in`),
    ...when(
      begun,
      `${counted(begun, 'assessment')} in progress ${begun === 1 ? 'stands' : 'stand'} still`,
    ),
    ...when(open, `${counted(open, 'invitation')} cannot be accepted`),
  ]
  if (met.length === 0)
    return 'Nobody signs in there at present and nothing is in progress. Its address will say that it is suspended.'
  const words = new Intl.ListFormat('en-GB').format(met)
  return `${words} until you open it again.`
}

function when(count: number, words: string) {
  return count > 0 ? [words] : []
}

function counted(count: number, one: string, many = `${one}s`) {
  return `${count.toLocaleString('en-GB')} ${count === 1 ? one : many}`
}
