import type { FieldValues, Resolver } from 'react-hook-form'
import type { z } from 'zod'

/**
 * Validates a form with a schema that loads on the first check, which keeps zod out of small pages. If the schema can't
 * be loaded, only the server validates.
 */
export function lazyCheck<Values extends FieldValues>(
  load: () => Promise<z.ZodType<unknown, Values>>,
): Resolver<Values> {
  return async (values, context, options) => {
    try {
      const [schema, { zodResolver }] = await Promise.all([
        load(),
        import('@hookform/resolvers/zod'),
      ])
      const check = zodResolver(schema) as Resolver<Values>
      return await check(values, context, options)
    } catch {
      return { values, errors: {} }
    }
  }
}
