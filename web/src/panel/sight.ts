/** Brings what has just appeared into the part of the panel that scrolls, again when it has `grown`. */
export const inSight = (grown?: () => unknown) => (node: HTMLElement) => {
  grown?.()
  node.scrollIntoView({ block: 'nearest' })
}
