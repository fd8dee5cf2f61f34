/** What Enter means: it presses the button that says ⏎, and takes nothing back. */

/** The button that says ⏎, as long as it can be seen and pressed. */
function confirmButton(): HTMLButtonElement | undefined {
  const buttons = document.querySelectorAll<HTMLButtonElement>('#orders button:enabled')
  return [...buttons].find(
    (b) => b.querySelector('kbd')?.textContent === '⏎' && b.checkVisibility(),
  )
}

/** Press the button that says ⏎; false if there is none. */
export function pressConfirm(): boolean {
  const button = confirmButton()
  button?.click()
  return button !== undefined
}

/** Press the button that ends the phase; what is left it asks itself. */
export function pressEnd(): void {
  const end = document.querySelector<HTMLButtonElement>('#orders [data-act=end]:enabled')
  if (end?.checkVisibility()) end.click()
}

/** What was chosen and could only be chosen again, or taken back, by its own Enter. */
const CHOSEN = ':is(.line, .offer-list *, .todo *)[aria-pressed=true]'

/** Whether Enter at this element means the button that says ⏎. `byHand`: the mouse put the focus here. */
export function leavesEnter(element: HTMLElement, byHand: boolean): boolean {
  const control = element.closest<HTMLElement>('button, a, summary, input, select, textarea')
  if (!control) return true
  if (control instanceof HTMLInputElement) return control.type === 'checkbox'
  return control.matches(CHOSEN) || (byHand && control.matches('.panel button[aria-pressed]'))
}
