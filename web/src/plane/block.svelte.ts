/** Several bases of one division led at once: the server drafts where each would end, and says who stops short. */
import { api } from '../lib/api'
import type { BlockAsk, BlockDraft, Spot } from '../lib/types'
import type { Session } from '../match/session.svelte'

export type Formation = NonNullable<BlockAsk['formation']>
/** One base by itself, or its whole division in a formation. */
export type How = 'one' | Formation

export class Block {
  how = $state<How>('one')
  /** Those of the division that shall stay where they are. */
  stays = $state.raw<ReadonlySet<string>>(new Set())
  draft = $state.raw<BlockDraft | null>(null)
  drafting = $state(false)
  private asked = 0

  constructor(
    private readonly session: Session,
    private readonly lead: () => string,
    /** Whom an order may take along. */
    private readonly able: () => ReadonlySet<string>,
  ) {}

  /** The division of the chosen base, as far as it can still go. */
  readonly division: readonly string[] = $derived.by(() => {
    const formation = this.session.pieces.get(this.lead())?.formation
    if (!formation || !this.able().has(this.lead())) return []
    return [...this.session.pieces.values()]
      .filter((p) => p.formation === formation && this.able().has(p.id))
      .map((p) => p.id)
  })
  readonly members: readonly string[] = $derived.by(() =>
    this.division.filter((id) => id === this.lead() || !this.stays.has(id)),
  )
  /** Whether pointing at a place leads the division there. */
  readonly active: boolean = $derived(this.how !== 'one' && this.division.length > 1)
  readonly stopped = $derived((this.draft?.ends ?? []).filter((end) => end.refusal))
  /** Those that the order moves. */
  readonly going = $derived((this.draft?.ends ?? []).filter((end) => end.cost > 0))

  toggle(unit: string): void {
    const stays = new Set(this.stays)
    if (!stays.delete(unit)) stays.add(unit)
    this.stays = stays
  }

  drop(): void {
    this.asked += 1
    this.draft = null
    this.drafting = false
  }

  async point(to: Spot): Promise<void> {
    const { how, session } = this
    if (how === 'one') return
    const ticket = ++this.asked
    this.drafting = true
    const ask: BlockAsk = { units: this.members, lead: this.lead(), to, formation: how }
    const found = await api.block(session.match, session.token, ask).catch(() => null)
    if (ticket !== this.asked) return
    this.drafting = false
    this.draft = found
  }
}
