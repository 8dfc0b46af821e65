import { pino, type Logger } from 'pino'
import type { Env } from './env.ts'

/** One JSON line per event on standard error; nothing secret, whoever logs it. */
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
        // Addresses can carry e-mails and signatures in their query: only the path is kept.
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
