import { z } from 'zod'
import { type EnvPart, fetchedAddressOf } from '#core/env.ts'

const Variables = z.object({
  AUDIT_FORWARD: fetchedAddressOf(
    /^(https?|syslog(\+tls)?)$/,
    'https://logs.example.org/waymark or syslog+tls://logs.example.org:6514',
  ).optional(),
  AUDIT_FORWARD_TOKEN: z.string().optional(),
})

declare module '#core/env.ts' {
  interface Env extends z.output<typeof Variables> {}
}

export const FORWARDING_ENV: EnvPart = {
  variables: Variables.shape,
  secrets: ['AUDIT_FORWARD_TOKEN'],
  faults: ({ AUDIT_FORWARD, NODE_ENV }) =>
    NODE_ENV === 'production' &&
    AUDIT_FORWARD !== undefined &&
    new URL(AUDIT_FORWARD).protocol === 'http:'
      ? [['AUDIT_FORWARD', 'must not start with http:// in production. Use https:// instead']]
      : [],
}
