import type { Connection } from './http-client.ts'

/** As a browser begins: a first page for the XSRF cookies. Answers the headers of a sign-in. */
export async function visit(
  connection: Connection,
  domain: string,
): Promise<Record<string, string>> {
  const host = `${domain}.localhost`
  const page = await connection.send('GET', '/api/tenant', { host })
  const cookies = [...page.header.matchAll(/set-cookie: ([^;]+)/gi)].map(([, pair]) => pair)
  const xsrf = /__Host-XSRF-TOKEN=([^;]+)/.exec(cookies.join(';'))?.[1] ?? ''
  return { host, cookie: cookies.join('; '), 'x-xsrf-token': decodeURIComponent(xsrf) }
}
