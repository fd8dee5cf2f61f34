import type { Table } from './table'

/** Whether an order is being put together: its button is then the one that stands out. */
export const inHand = ({ draft, measure }: Table): boolean =>
  Boolean(
    draft.target ||
    draft.overrun ||
    draft.targets.length ||
    draft.choice ||
    (draft.kind === 'advance' && draft.order) ||
    measure.order,
  )
