import { brandTokens } from 'brand/brand-tokens'

type PlainPage = {
  title: string
  /** The title, if not given. */
  heading?: string
  brand: { name: string; colour: string }
  /** HTML, as are `image` and `body`. */
  head?: string
  image?: string
  body: string
}

/** A page that needs no other file, no script and no database. */
export function plainPage({ title, heading = title, brand, head, image, body }: PlainPage): string {
  const { light, dark } = brandTokens(brand.colour)
  return `<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
${head ?? ''}<title>${escaped(`${title} · ${brand.name}`)}</title>
<style>
:root { color-scheme: light dark; ${declarations(light)} }
@media (prefers-color-scheme: dark) { :root { ${declarations(dark)} } }
body { margin: 0; border-top: 6px solid var(--brand-panel); background: var(--background); color: var(--foreground); font: 18px/1.5 system-ui, sans-serif; }
main { box-sizing: border-box; max-width: 34rem; min-height: calc(100dvh - 6px); margin: auto; padding: 24px; display: flex; flex-direction: column; justify-content: center; gap: 12px; }
header { display: flex; align-items: center; gap: 12px; font-weight: 600; color: var(--primary-text); }
h1 { margin: 24px 0 0; font-size: 28px; line-height: 1.25; font-weight: 600; }
p { margin: 0; }
a { display: inline-block; margin-right: 24px; padding: 8px 0; color: var(--primary-text); }
small { font-size: 15px; color: var(--subtle-foreground); }
</style>
</head>
<body>
<main>
<header>${image ?? ''}${escaped(brand.name)}</header>
<h1>${escaped(heading)}</h1>
${body}
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

export function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
