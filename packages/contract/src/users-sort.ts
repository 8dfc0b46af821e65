/** What `/admin/users` sorts by. */
export const USER_COLUMNS = ['email', 'name', 'tenant_id', 'is_active', 'last_login_at'] as const
export type UserColumn = (typeof USER_COLUMNS)[number]

export const DIRECTIONS = ['asc', 'desc'] as const
export type Direction = (typeof DIRECTIONS)[number]

export type UsersSort = `${UserColumn}.${Direction}`

export interface UsersOrder {
  sort?: UsersSort | undefined
  order_column?: UserColumn | undefined
  order_dir?: Direction | undefined
}

/** `sort` takes precedence over a separate column and direction. */
export function usersSort({ sort, order_column, order_dir }: UsersOrder): UsersSort {
  return sort ?? `${order_column ?? 'name'}.${order_dir ?? 'asc'}`
}
