import { z } from 'zod'

// What is read of a CISO Assistant library. Other fields are left out.

/** YAML reads references such as 1 and 2.10 as numbers. */
const text = z
  .union([z.string(), z.number(), z.boolean()], 'must be text')
  .nullish()
  .transform((value) => (value === null || value === undefined ? undefined : String(value)))

/** Texts of another language by their field. */
const Texts = z.record(z.string(), text)
const translations = z
  .record(z.string(), Texts.nullish())
  .nullish()
  .transform((value) => value ?? {})
const number = z.number().nullish()
const names = z
  .array(text)
  .nullish()
  .transform((value) => (value ?? []).flatMap((one) => one ?? []))

const Node = z.object({
  urn: text,
  parent_urn: text,
  assessable: z.boolean().nullish(),
  ref_id: text,
  name: text,
  description: text,
  annotation: text,
  typical_evidence: text,
  importance: text,
  weight: number,
  implementation_groups: names,
  threats: names,
  reference_controls: names,
  questions: z.unknown().optional(),
  visibility_expression: z.unknown().optional(),
  translations,
})
export type Node = z.infer<typeof Node>

const Named = z.object({ ref_id: text, name: text, description: text, translations })

const Score = z.object({
  score: z.number(),
  name: text,
  description: text,
  translations,
})

export const Framework = z.object({
  name: text,
  ref_id: text,
  description: text,
  translations,
  min_score: number,
  max_score: number,
  scores_definition: z
    .union([
      z.array(Score),
      // Of several scales for parts of a framework, the first.
      z.record(z.string(), z.unknown()).transform((): z.infer<typeof Score>[] => []),
    ])
    .nullish()
    .transform((value) => value ?? []),
  implementation_groups_definition: z
    .array(Named)
    .nullish()
    .transform((value) => value ?? []),
  requirement_nodes: z.array(Node).default([]),
})
export type Framework = z.infer<typeof Framework>

/** One framework, or a list of them. */
const frameworks = z.preprocess(
  (value) => (Array.isArray(value) ? value : [value ?? []].flat()),
  z.array(Framework),
)

const Objects = z.object({ framework: frameworks, frameworks }).catchall(z.unknown())

export const Library = z.object({
  urn: text,
  name: text,
  ref_id: text,
  description: text,
  locale: text,
  version: text,
  provider: text,
  copyright: text,
  translations,
  objects: Objects,
})
export type Library = z.infer<typeof Library>

export type Translated = {
  translations: Record<string, Record<string, string | undefined> | null | undefined>
}
