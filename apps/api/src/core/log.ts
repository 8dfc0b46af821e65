import { pino, type Logger } from 'pino'
import type { Env } from './env.ts'

/** Writes JSON to standard error, without secrets. */
export function openLog(env: Pick<Env, 'LOG_LEVEL' | 'NODE_ENV'>): Logger {
  return pino(
    {
      level: env.LOG_LEVEL,
      redact: {
        paths: [
          'req.headers.authorization',
          'req.headers.cookie',
          'req.headers["oidc-authorization"]',
          'req.headers["oidc-access-token"]',
          'req.headers["x-xsrf-token"]',
          'res.headers["set-cookie"]',
          '*.password',
          '*.current_password',
          '*.token',
          '*.signature',
        ],
        censor: '[redacted]',
      },
      serializers: {
        // Only the path, because queries can contain email addresses and signatures.
        req: (request: { method: string; url: string; id: string }) => ({
          method: request.method,
          path: request.url.split('?')[0],
          id: request.id,
        }),
      },
    },
    pino.destination({ fd: 2, sync: false }),
  )
}
