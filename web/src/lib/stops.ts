/** Each line of a list is one stop of the Tab key: arrows reach what is inside it, and the lines around it. */
const INSIDE = 'button, summary, a[href]'

const within = (line: Element): HTMLElement[] =>
  [...line.querySelectorAll<HTMLElement>(INSIDE)].filter((e) => e.closest('li') === line)

function settle(line: Element, chosen?: HTMLElement): void {
  const all = within(line)
  const stop = chosen ?? all.find((e) => e.tabIndex === 0 && e.dataset['stop']) ?? all[0]
  for (const e of all) {
    e.tabIndex = e === stop ? 0 : -1
    if (e === stop) e.dataset['stop'] = 'here'
    else delete e.dataset['stop']
  }
}

/** Where an arrow leads from here; null if it leads nowhere. */
function neighbour(list: HTMLElement, at: HTMLElement, key: string): HTMLElement | null {
  const line = at.closest('li')
  if (!line) return null
  const all = within(line)
  const side = { ArrowLeft: -1, ArrowRight: 1 }[key]
  if (side !== undefined) return all[all.indexOf(at) + side] ?? null
  const way = { ArrowUp: -1, ArrowDown: 1 }[key]
  if (way === undefined) return null
  const lines = [...list.querySelectorAll('li')].filter((l) => within(l).length)
  const next = lines[lines.indexOf(line) + way]
  return next ? (within(next).find((e) => e.tabIndex === 0) ?? null) : null
}

/** An attachment for the list. */
export function oneStopALine(list: HTMLElement): () => void {
  const settleAll = () => list.querySelectorAll('li').forEach((line) => settle(line))
  const watch = new MutationObserver(settleAll)
  const move = (event: KeyboardEvent): void => {
    const { target } = event
    if (!(target instanceof HTMLElement)) return
    const next = neighbour(list, target, event.key)
    if (!next) return
    const line = next.closest('li')
    if (line) settle(line, next)
    next.focus()
    event.preventDefault()
    event.stopPropagation()
  }
  settleAll()
  watch.observe(list, { childList: true, subtree: true })
  list.addEventListener('keydown', move)
  return () => {
    watch.disconnect()
    list.removeEventListener('keydown', move)
  }
}
