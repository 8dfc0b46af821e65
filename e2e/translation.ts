/**
 * In every test: a text that React holds by itself, instead of as the only content of an element, is an error. A
 * browser's translation replaces it, after which React can neither change nor remove it, nor insert anything before it.
 * Left out are drawings, which no browser translates, and what a library announces once and never changes.
 */
export const LONE_TEXTS = `(() => {
  const LEFT_OUT = 'svg,[role=status][style]'
  const check = (text) => {
    const isHeld = Object.keys(text).some((key) => key.startsWith('__reactFiber'))
    if (!isHeld || !/\\p{L}/u.test(text.data) || text.parentElement?.closest(LEFT_OUT)) return
    console.error('Not in an element of its own: "' + text.data + '" in ' + text.parentElement?.outerHTML.slice(0, 200))
  }
  const onEach = (root) => {
    if (root.nodeType === Node.TEXT_NODE) return check(root)
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) check(walker.currentNode)
  }
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes) addedNodes.forEach(onEach)
  }).observe(document, { childList: true, subtree: true })
})()`

/** What a browser's translation does: each text in sight moves into two elements. The words stay, so that tests find them. */
export const TRANSLATION = `(() => {
  const KEPT = 'script,style,noscript,textarea,input,select,option,svg,[translate=no],font'
  const move = (text) => {
    if (!/\\p{L}/u.test(text.data) || !text.parentElement || text.parentElement.closest(KEPT)) return
    const outer = document.createElement('font')
    const inner = document.createElement('font')
    inner.textContent = text.data
    outer.append(inner)
    text.replaceWith(outer)
  }
  const moveAll = (root) => {
    if (root.nodeType === Node.TEXT_NODE) return move(root)
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    const texts = []
    while (walker.nextNode()) texts.push(walker.currentNode)
    texts.forEach(move)
  }
  addEventListener('DOMContentLoaded', () => {
    // A picture has none.
    if (document.body === null) return
    document.documentElement.lang = 'de'
    document.documentElement.classList.add('translated-ltr')
    moveAll(document.body)
    new MutationObserver((changes) => {
      for (const { type, target, addedNodes } of changes) {
        if (type === 'characterData' && target.isConnected) move(target)
        for (const node of addedNodes) if (node.isConnected) moveAll(node)
      }
    }).observe(document.body, { childList: true, subtree: true, characterData: true })
  })
})()`
