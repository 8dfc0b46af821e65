import type { Connection } from './http-client.ts'

/** Gets the XSRF cookies as a browser does. Returns the headers for signing in. */
export async function visit(
  connection: Connection,
  domain: string,
): Promise<Record<string, string>> {
  const host = `${domain}.localhost`
  const page = await connection.send('GET', '/api/tenant', { host })
  const cookies = [...page.header.matchAll(/set-cookie: ([^;]+)/gi)].map(([, pair]) => pair)
  const xsrf = /XSRF-TOKEN=([^;]+)/.exec(cookies.join(';'))?.[1] ?? ''
  return { host, cookie: cookies.join('; '), 'x-xsrf-token': decodeURIComponent(xsrf) }
}
