import { type Page, expect } from '@playwright/test'

/**
 * In a contrast theme the browser drops backgrounds, and the sheet replaces the colours of drawings. What a background
 * or an area of a drawing says, and what is chosen or current, must be told by a line or one of the reader's colours
 * too. `E2E_PICTURES=true` also takes pictures.
 */
export async function expectToldApart(page: Page): Promise<void> {
  await page.evaluate(`(() => { ${HELP}
    window.filled = all().flatMap(filledOf)
    window.striped = all().filter((one) => isThere(one) && hasGradient(one))
    window.drawn = shapes().filter(isDrawn) })()`)
  await page.emulateMedia({ forcedColors: 'active' })
  const { pathname } = new URL(page.url())
  if (process.env.E2E_PICTURES === 'true')
    await page.screenshot({
      path: `test-results/contrast/${pathname.replaceAll('/', '-')}.png`,
      fullPage: true,
    })
  const lost = await page.evaluate<string[]>(`(() => { ${HELP}
    const said = (one) => one.cloneNode(false).outerHTML.slice(0, 300)
    return [
      ...window.filled.filter(isLost).map(({ one }) => said(one)),
      ...window.striped.filter((one) => isThere(one) && !hasGradient(one) && !hasLine(one)).map(said),
      ...window.drawn.filter((one) => isThere(one) && !isDrawn(one) && !twinsOf(one).some(isDrawn)).map(said),
      ...[...document.querySelectorAll(CHOSEN)].filter(isSeen).filter(isAlike).map(said),
    ]
  })()`)
  await page.emulateMedia({ forcedColors: 'none' })
  expect.soft(lost, `${pathname} in a contrast theme`).toEqual([])
}

const HELP = `
  const CHOSEN = '[aria-current]:not(a, [aria-current=false]), nav:not([aria-label=Breadcrumbs]) a[aria-current]:not([aria-current=false]), [aria-selected=true], [aria-pressed=true], ' +
    '[data-state=active], [data-state=checked]'
  const pixel = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })
  const known = new Map()
  const colour = (text) => {
    if (!known.has(text)) {
      pixel.clearRect(0, 0, 1, 1)
      pixel.fillStyle = text
      pixel.fillRect(0, 0, 1, 1)
      known.set(text, [...pixel.getImageData(0, 0, 1, 1).data])
    }
    return known.get(text)
  }
  const backOf = (one) => colour(getComputedStyle(one).backgroundColor)
  const behind = (one) => {
    for (let up = one.parentElement; up; up = up.parentElement) if (backOf(up)[3] === 255) return backOf(up)
    return colour('Canvas')
  }
  const light = (rgb) => rgb.slice(0, 3).map((v) => v / 255)
    .map((v) => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
    .reduce((sum, v, at) => sum + v * [0.2126, 0.7152, 0.0722][at], 0)
  const contrast = (a, b) => {
    const [low, high] = [light(a), light(b)].sort((x, y) => x - y)
    return (high + 0.05) / (low + 0.05)
  }
  const isSeen = (one) => one.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    one.getClientRects().length > 0 && one.offsetWidth > 1 && one.offsetHeight > 1
  const all = () => [...document.querySelectorAll('body *:not(svg *)')].filter((one) => one instanceof HTMLElement && isSeen(one))
  const hasLine = (one) => {
    const style = getComputedStyle(one)
    return style.boxShadow !== 'none' || style.outlineStyle !== 'none' ||
      ['Top', 'Right', 'Bottom', 'Left'].some((side) => parseFloat(style['border' + side + 'Width']) > 0 && style['border' + side + 'Style'] !== 'none')
  }
  const filledOf = (one) => {
    const ratio = backOf(one)[3] === 255 ? contrast(backOf(one), behind(one)) : 1
    const isEmpty = one.textContent.trim() === '' && !one.querySelector('svg, img, input')
    const isSolid = ratio >= 3 && one.matches('a, button, [role=radio], [role=tab], [role=option]')
    return ratio >= 3 || (ratio > 1.03 && isEmpty) ? [{ one, isSolid }] : []
  }
  const hasGradient = (one) => getComputedStyle(one).backgroundImage.includes('gradient(')
  const isThere = (one) => {
    const { width, height } = one.getBoundingClientRect()
    return one.isConnected && one.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && width + height > 1
  }
  const SHAPES = ':is(path, rect, circle, ellipse, line, polygon, polyline)'
  // Not the ground of the brand's artwork.
  const shapes = () => [...document.querySelectorAll('svg ' + SHAPES + ':not(:is(defs, pattern, clipPath, mask) *, .fill-brand-panel)')].filter(isThere)
  // Whether its area or line differs from what is behind the drawing.
  const isDrawn = (one) => {
    const style = getComputedStyle(one)
    const back = behind(one.ownerSVGElement)
    const differs = (paint, opacity) => {
      if (paint === 'none' || opacity === 0) return false
      if (paint.startsWith('url(')) return true
      const [r, g, b, a] = colour(paint)
      const part = (a / 255) * opacity
      return contrast([r, g, b].map((value, at) => value * part + back[at] * (1 - part)), back) > 1.03
    }
    return differs(style.fill, style.opacity * style.fillOpacity) ||
      (parseFloat(style.strokeWidth) > 0 && differs(style.stroke, style.opacity * style.strokeOpacity))
  }
  // Others that draw the same.
  const twinsOf = (one) => one.matches('path') ? shapes().filter((other) => other !== one && other.getAttribute('d') === one.getAttribute('d')) : []
  const isLost = ({ one, isSolid }) => one.isConnected && isSeen(one) && contrast(backOf(one), behind(one)) < 1.03 && (isSolid || !hasLine(one))
  const SAID = ['backgroundColor', 'backgroundImage', 'borderColor', 'borderStyle', 'borderWidth', 'outline', 'boxShadow', 'textDecoration', 'fill', 'stroke', 'opacity', 'display', 'visibility', 'transform', 'translate']
  const look = (one) => [one, ...one.querySelectorAll('*')].flatMap((part) => [null, '::before', '::after'].map((pseudo) => {
    const style = getComputedStyle(part, pseudo)
    return SAID.map((name) => style[name]).join()
  })).join()
  const isAlike = (one) => {
    const names = ['aria-current', 'aria-selected', 'aria-pressed', 'aria-checked', 'data-state', 'data-status']
    const before = names.map((name) => one.getAttribute(name))
    const chosen = look(one)
    names.forEach((name) => one.removeAttribute(name))
    const other = look(one)
    names.forEach((name, at) => before[at] !== null && one.setAttribute(name, before[at]))
    return chosen === other
  }`
