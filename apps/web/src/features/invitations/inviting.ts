export interface InvitedTo {
  id: number
  name: string
  is_platform: boolean
}

export const INVITING = 'inviting'
