import { type DestinationStream, type Logger, pino } from 'pino'
import type { Env } from './env.ts'

const REDACTED = '[redacted]'
/** More than any route has. */
const MAX_PARTS = 12

/** Written in blocks, because a write for each line costs more than the line. */
const STANDARD_ERROR = () =>
  pino.destination({ fd: 2, sync: false, minLength: 4096, periodicFlush: 100 })

/** Writes JSON to standard error, without secrets at any level. */
export function openLog(
  env: Pick<Env, 'LOG_LEVEL'>,
  destination: DestinationStream = STANDARD_ERROR(),
): Logger {
  return pino(
    {
      level: env.LOG_LEVEL,
      formatters: { level: (level) => ({ level }) },
      redact: {
        paths: ['*.password', '*.current_password', '*.token', '*.signature'],
        censor: REDACTED,
      },
      serializers: { req: shownRequest, err: shownError },
      hooks: { streamWrite: withoutSecrets },
    },
    destination,
  )
}

type LoggedRequest = { method: string; url: string; id: string; routeOptions?: { url?: string } }

/** No headers and no query, which can have tokens, codes and addresses. */
function shownRequest({ method, url, id, routeOptions }: LoggedRequest) {
  return { method, path: shownPath(url, routeOptions?.url), id }
}

/** Only the words of the route and ids. Other parts of a path can be the signature of a link. */
export function shownPath(url: string, route = '/*'): string {
  const parts = route.split('/')
  const [path = ''] = url.split('?')
  return path
    .split('/', MAX_PARTS)
    .map((part, at) => {
      const expected = parts[at] ?? ''
      const isId = /^:(\w+I|i)d$/.test(expected) && /^\d{1,16}$/.test(part)
      // The application's pages share one route.
      const isPage = expected === '*' && at === 1 && /^[a-z-]{1,20}$/.test(part)
      return part === expected || isId || isPage ? part : REDACTED
    })
    .join('/')
}

/** Their message says what the operator can do, and a mail that waits is logged at each attempt. */
const WITHOUT_STACK = new Set(['MailError', 'StartError'])

type ShownError = { type: string; message: string; stack?: string; cause?: ShownError }

/** No other properties, because libraries put whole requests and answers there. */
function shownError(error: unknown): ShownError {
  if (!isErrorLike(error)) return { type: typeof error, message: String(error), stack: '' }
  const { name = 'Error', message, stack = '', cause } = error
  return {
    type: name,
    ...pick(error, 'code'),
    ...pick(error, 'constraint'),
    message,
    ...(!WITHOUT_STACK.has(name) && { stack }),
    ...(cause instanceof Error && { cause: shownError(cause) }),
  }
}

/** The job queue copies errors to plain objects. */
function isErrorLike(error: unknown): error is Partial<Error> & { message: string } {
  if (typeof error !== 'object' || error === null) return false
  return 'message' in error && typeof error.message === 'string'
}

function pick(error: object, name: 'code' | 'constraint') {
  const value = (error as { [Name in typeof name]?: unknown })[name]
  return typeof value === 'string' ? { [name]: value } : {}
}

/** Removes queries, and what is as long as a token, wherever it is in a line. Ids of requests are shorter. */
function withoutSecrets(line: string): string {
  return line
    .replaceAll(/\?[^\s"'<>\\=?]+=[^\s"'<>\\]*/g, `?${REDACTED}`)
    .replaceAll(/(?<![\w-])[\w-]{40,}/g, REDACTED)
}
