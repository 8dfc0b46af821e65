export interface InvitedTo {
  id: number
  name: string
  is_platform: boolean
}

/** The key of the sending, for the dialog around the form: while it runs, it stays. */
export const INVITING = 'inviting'
