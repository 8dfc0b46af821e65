import type { FieldValues, Resolver } from 'react-hook-form'
import type { z } from 'zod'

/**
 * A form's check by a schema, fetched with the first check: zod would be a good part of a page that only asks for
 * a word or two. Without a connection the server checks alone.
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
