/** The keyboard does not lose its place when the button it was on goes away. */

/** How long to wait for an order that is under way, in milliseconds. */
const UNDER_WAY = 40

const gone = (element: HTMLElement) =>
  !element.isConnected || (element instanceof HTMLButtonElement && element.disabled)

/** Put the focus on the prompt of a panel when what had it is gone, once no order is under way. */
export function keepFocus(panel: HTMLElement, busy: () => boolean): () => void {
  let last: HTMLElement | null = null
  let timer = 0

  function check(): void {
    clearTimeout(timer)
    const now = document.activeElement
    if (!last || (now && now !== document.body && now !== last)) last = null
    if (!last || (now === last && !gone(last))) return
    if (busy()) {
      timer = window.setTimeout(check, UNDER_WAY)
      return
    }
    const goal = gone(last) ? (panel.querySelector<HTMLElement>('.prompt') ?? panel) : last
    goal.tabIndex = goal === last ? goal.tabIndex : -1
    last = null
    goal.focus({ preventScroll: true })
  }
  const took = ({ target }: FocusEvent) => {
    if (target instanceof HTMLElement) last = target
  }
  /** Somebody who puts the focus nowhere himself does not want it back. */
  const left = ({ target }: FocusEvent) =>
    setTimeout(() => {
      if (last === target && last && !gone(last) && document.activeElement !== last) last = null
    })

  const watch = new MutationObserver(check)
  watch.observe(panel, { childList: true, subtree: true, attributeFilter: ['disabled'] })
  panel.addEventListener('focusin', took)
  panel.addEventListener('focusout', left)
  return () => {
    clearTimeout(timer)
    watch.disconnect()
    panel.removeEventListener('focusin', took)
    panel.removeEventListener('focusout', left)
  }
}
