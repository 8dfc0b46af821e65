import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'

type Call = { method: 'GET' | 'POST' | 'PUT'; path: string; body?: unknown }

/** A call of somebody who is signed in on this page; its answer. */
export async function callAs(page: Page, call: Call): Promise<unknown> {
  const { status, answer } = await page.evaluate(async ({ method, path, body }) => {
    const xsrf = /__Host-XSRF-TOKEN=([^;]+)/.exec(document.cookie)?.[1] ?? ''
    const response = await fetch(`/api${path}`, {
      method,
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        authorization: `Bearer ${localStorage.getItem('pat-app__at__')}`,
        'x-xsrf-token': decodeURIComponent(xsrf),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    return { status: response.status, answer: (await response.json()) as unknown }
  }, call)
  expect(status, `${call.method} ${call.path}: ${JSON.stringify(answer)}`).toBeLessThan(300)
  return answer
}
