import { brandTokens } from 'brand/brand-tokens'

export type PlatformBrand = { name: string; brandColour: string; logo: Buffer | null }

/** Seconds after which an open page checks again. */
const RELOAD = 60

/** A page that needs no other file, no script and no database. */
export function maintenancePage({ name, brandColour, logo }: PlatformBrand, reason: string) {
  const { light, dark } = brandTokens(brandColour)
  const image =
    logo === null
      ? ''
      : `<img src="data:image/png;base64,${logo.toString('base64')}" alt="" height="40">`
  return `<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta http-equiv="refresh" content="${RELOAD}">
<title>Maintenance · ${escaped(name)}</title>
<style>
:root { color-scheme: light dark; ${declarations(light)} }
@media (prefers-color-scheme: dark) { :root { ${declarations(dark)} } }
body { margin: 0; border-top: 6px solid var(--brand-panel); background: var(--background); color: var(--foreground); font: 18px/1.5 system-ui, sans-serif; }
main { box-sizing: border-box; max-width: 34rem; min-height: calc(100dvh - 6px); margin: auto; padding: 24px; display: flex; flex-direction: column; justify-content: center; gap: 12px; }
header { display: flex; align-items: center; gap: 12px; font-weight: 600; color: var(--primary-text); }
h1 { margin: 24px 0 0; font-size: 28px; line-height: 1.25; font-weight: 600; }
p { margin: 0; }
small { font-size: 15px; color: var(--subtle-foreground); }
</style>
</head>
<body>
<main>
<header>${image}${escaped(name)}</header>
<h1>Closed for maintenance</h1>
<p>${escaped(reason)}</p>
<small>Answers that you gave without a connection are safe on this device. This page checks again every minute.</small>
</main>
</body>
</html>
`
}

function declarations(tokens: Record<string, string>): string {
  return Object.entries(tokens)
    .map(([name, value]) => `--${name}: ${value};`)
    .join(' ')
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
