/** Names the proof that an account has signed in with this browser before, in requests and answers. */
export const DEVICE_HEADER = 'x-known-device'
