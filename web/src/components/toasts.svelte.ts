/** Short messages at the foot of the page: who has joined, what can be undone. */
const STAYS = 10_000

export interface Toast {
  id: number
  text: string
  link?: { href: string; text: string }
  action?: { act: () => void; text: string }
}

export class Toasts {
  all = $state.raw<readonly Toast[]>([])
  private last = 0

  say(toast: Omit<Toast, 'id'>): void {
    const id = ++this.last
    this.all = [...this.all.slice(-2), { ...toast, id }]
    setTimeout(() => this.drop(id), STAYS)
  }

  drop(id: number): void {
    this.all = this.all.filter((toast) => toast.id !== id)
  }
}

export const toasts = new Toasts()
