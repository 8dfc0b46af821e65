import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Env } from './env.ts'
import { ApiError } from './errors.ts'

/** Serves the web application. Hashed files are cached for ever, the page never. */
export async function addWeb(
  http: FastifyInstance,
  env: Env,
  /** Adds headers to some pages. */
  setPageHeaders: (reply: FastifyReply, path: string) => void,
): Promise<void> {
  if (!existsSync(join(env.WEB_DIST, 'index.html'))) return
  const pages = await readPages(env.WEB_DIST)
  await http.register(fastifyStatic, {
    root: env.WEB_DIST,
    wildcard: false,
    index: false,
    preCompressed: true,
    cacheControl: false,
    globIgnore: ['**/*.br', '**/*.gz', '**/*.map', 'index.html'],
    setHeaders: (reply, path) => {
      reply.header('cache-control', cacheOf(path))
    },
  })
  http.get('/*', (request, reply) => {
    // A missing file is not found.
    const path = request.url.split('?')[0] ?? ''
    if (isFile(path) || request.url.startsWith('/api/')) {
      throw new ApiError('not-found', 'This page doesn’t exist. Check the address.')
    }
    setPageHeaders(reply, path)
    // The application shows its not-found page for a path that it doesn't know.
    return reply.code(request.tenant && pages.test(path) ? 200 : 404).sendFile('index.html')
  })
}

/** In other paths a dot is no file ending, as in /auth/sso/example.org. */
export function isFile(address: string): boolean {
  return /^\/(assets\/[^?]*|[^/?]+\.\w{2,5})(\?|$)/.test(address)
}

/** The paths of the application's pages, as its build lists them (`apps/web/vite.config.ts`). */
async function readPages(folder: string): Promise<RegExp> {
  const paths = JSON.parse(await readFile(join(folder, '.vite/routes.json'), 'utf8')) as string[]
  const patterns = paths
    // A catch-all shows a not-found page or leads elsewhere.
    .filter((path) => !path.endsWith('/$'))
    .map((path) => path.replaceAll(/\/\{-\$\w+\}/g, '(?:/[^/]+)?').replaceAll(/\$\w+/g, '[^/]+'))
  return new RegExp(`^(?:${patterns.join('|')})/?$`, 'i')
}

function cacheOf(path: string) {
  if (path.includes('/assets/')) return 'public, max-age=31536000, immutable'
  return /index\.html(\.\w+)?$/.test(path) ? 'no-cache' : 'public, max-age=300'
}
