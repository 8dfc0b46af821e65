import { Link } from '@tanstack/react-router'
import { formatDate } from '#core/time.ts'

interface UnassignedLinksProps {
  links: readonly {
    id: number
    issuer: string
    linked_at: string
    user: { id: number; name: string }
  }[]
}

/** Links that no connection vouches for, so that no one can sign in with them. */
export function UnassignedLinks({ links }: UnassignedLinksProps) {
  if (links.length === 0) return null
  return (
    <div className="mt-6 rounded-lg border bg-card p-5 text-14">
      <h3 className="text-16 font-medium">Links without a connection</h3>
      <p className="mt-1 text-muted-foreground">
        We can’t tell which connection made these links, so no one can sign in with them. While a
        connection to the same provider is on, these users can’t sign in with a password either.
        When a user signs in with the provider, the account is linked again. If a user should use a
        password instead, remove the link on the user’s page.
      </p>
      <ul className="mt-3 divide-y">
        {links.map(({ id, issuer, linked_at, user }) => (
          <li key={id} className="flex flex-wrap items-baseline gap-x-4 gap-y-1 py-2.5">
            <Link
              to="/admin/users/$id/main-details"
              params={{ id: String(user.id) }}
              className="font-medium wrap-anywhere underline"
            >
              {user.name}
            </Link>
            <span className="wrap-anywhere text-subtle-foreground">{`${issuer}, linked on ${formatDate(linked_at)}`}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
