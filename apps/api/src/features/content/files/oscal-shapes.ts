import { z } from 'zod'

// What is read of an OSCAL document (NIST, version 1). Other fields are left out.

const Prop = z.object({ name: z.string(), value: z.string(), class: z.string().optional() })
const Link = z.object({ rel: z.string().optional() })
const props = z.array(Prop).default([])

const Param = z.object({
  id: z.string(),
  label: z.string().optional(),
  props,
  values: z.array(z.string()).optional(),
  guidelines: z.array(z.unknown()).default([]),
  select: z
    .object({ 'how-many': z.string().optional(), choice: z.array(z.string()).default([]) })
    .optional(),
})
export type Param = z.infer<typeof Param>

const Part = z.object({
  name: z.string(),
  title: z.string().optional(),
  prose: z.string().optional(),
  props,
  links: z.array(Link).default([]),
  get parts(): z.ZodDefault<z.ZodArray<typeof Part>> {
    return z.array(Part).default([])
  },
})
export type Part = z.infer<typeof Part>

const Control = z.object({
  id: z.string(),
  title: z.string(),
  props,
  params: z.array(Param).default([]),
  links: z.array(Link).default([]),
  parts: z.array(Part).default([]),
  get controls(): z.ZodDefault<z.ZodArray<typeof Control>> {
    return z.array(Control).default([])
  },
})
export type Control = z.infer<typeof Control>

const Group = z.object({
  id: z.string().optional(),
  title: z.string(),
  props,
  params: z.array(Param).default([]),
  parts: z.array(Part).default([]),
  controls: z.array(Control).default([]),
  get groups(): z.ZodDefault<z.ZodArray<typeof Group>> {
    return z.array(Group).default([])
  },
})
export type Group = z.infer<typeof Group>

const Metadata = z.object({
  title: z.string(),
  version: z.string().optional(),
  'oscal-version': z.string().optional(),
  remarks: z.string().optional(),
  parties: z.array(z.object({ name: z.string().optional() })).default([]),
})

const Resource = z.object({
  uuid: z.string().optional(),
  title: z.string().optional(),
  description: z.string().optional(),
  rlinks: z.array(z.object({ href: z.string() })).default([]),
})
const backMatter = z.object({ resources: z.array(Resource).default([]) }).optional()

export const Catalogue = z.object({
  metadata: Metadata,
  params: z.array(Param).default([]),
  controls: z.array(Control).default([]),
  groups: z.array(Group).default([]),
  'back-matter': backMatter,
})
export type Catalogue = z.infer<typeof Catalogue>

const Selection = z.object({
  'with-child-controls': z.string().optional(),
  'with-ids': z.array(z.string()).default([]),
  matching: z.array(z.object({ pattern: z.string() })).default([]),
})
export type Selection = z.infer<typeof Selection>

export const Profile = z.object({
  metadata: Metadata,
  imports: z
    .array(
      z.object({
        href: z.string(),
        'include-all': z.unknown().optional(),
        'include-controls': z.array(Selection).optional(),
        'exclude-controls': z.array(Selection).default([]),
      }),
    )
    .min(1),
  modify: z
    .object({
      'set-parameters': z
        .array(
          z.object({
            'param-id': z.string(),
            label: z.string().optional(),
            values: z.array(z.string()).optional(),
          }),
        )
        .default([]),
      alters: z.array(z.unknown()).default([]),
    })
    .default({ 'set-parameters': [], alters: [] }),
  'back-matter': backMatter,
})
export type Profile = z.infer<typeof Profile>
