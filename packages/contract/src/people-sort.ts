/** The specification, section 2: what `/admin/users` sorts by. */
export const PEOPLE_COLUMNS = ['email', 'name', 'tenant_id', 'is_active', 'last_login_at'] as const
export type PeopleColumn = (typeof PEOPLE_COLUMNS)[number]

export const DIRECTIONS = ['asc', 'desc'] as const
export type Direction = (typeof DIRECTIONS)[number]

export type PeopleSort = `${PeopleColumn}.${Direction}`

export interface PeopleOrder {
  sort?: PeopleSort | undefined
  order_column?: PeopleColumn | undefined
  order_dir?: Direction | undefined
}

/** `sort` wins over the column and the direction that are given apart. */
export function peopleSort({ sort, order_column, order_dir }: PeopleOrder): PeopleSort {
  return sort ?? `${order_column ?? 'name'}.${order_dir ?? 'asc'}`
}
