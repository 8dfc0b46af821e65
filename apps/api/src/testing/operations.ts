import type { Endpoint } from 'contract/endpoint'
import { contract } from 'contract/index'

export type Operation = { name: string; endpoint: Endpoint }

/** Every operation of the contract, named `resource.operation`. */
export const operations: Operation[] = Object.entries(contract).flatMap(([resource, all]) =>
  Object.entries<Endpoint>(all).map(([name, endpoint]) => ({
    name: `${resource}.${name}`,
    endpoint,
  })),
)

export function urlOf({ path }: Endpoint, params: Record<string, string | number> = {}): string {
  return `/api${path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))}`
}

/** Any segment matches a parameter: `/users/changes` matches `/users/:id`. */
export function patternOf({ path }: Endpoint): RegExp {
  return new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`)
}
