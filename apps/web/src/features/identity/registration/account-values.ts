import { InviteBody, RegisterBody } from 'contract/registration'
import { z } from 'zod'

const { name, organisation_name } = RegisterBody.shape

const fields = InviteBody.omit({ email: true, terms_id: true }).extend({
  name: z.string().trim().min(1, 'Enter your name').pipe(name),
  terms: z.boolean().refine((isTicked) => isTicked, 'Tick the box to accept the terms'),
})

export const JoinValues = fields.extend({ organisation_name: z.literal('') })
export const RegisterValues = fields.extend({
  organisation_name: z
    .string()
    .trim()
    .min(1, 'Enter the name of your organisation')
    .pipe(organisation_name),
})
export type AccountValues = z.input<typeof RegisterValues>
