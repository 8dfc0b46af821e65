import type { Page } from '@playwright/test'

/** Such requests are answered as by a node of an earlier release, which sends no such fields. Returns how to end it. */
export async function withoutFields(page: Page, what: RegExp, fields: readonly string[]) {
  await page.route(what, async (route) => {
    const { hostname, host, href } = new URL(route.request().url())
    // Only Chromium knows every name below localhost.
    const response = await route.fetch({
      url: href.replace(hostname, 'localhost'),
      headers: { ...route.request().headers(), host },
    })
    const json: unknown = JSON.parse(await response.text(), (key, value: unknown) =>
      fields.includes(key) ? undefined : value,
    )
    await route.fulfill({ response, json })
  })
  return async () => await page.unroute(what)
}
