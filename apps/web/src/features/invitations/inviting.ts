export interface InvitedTo {
  id: number
  name: string
  is_platform: boolean
}

/** The mutation key; the dialog stays open while it runs. */
export const INVITING = 'inviting'
