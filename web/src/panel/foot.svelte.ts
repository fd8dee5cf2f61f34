/** The pinned foot of the side panel: whatever part of the panel has buttons puts them there. */
import { getContext, setContext } from 'svelte'

class FootPlace {
  element = $state.raw<HTMLElement | null>(null)
}

const KEY = Symbol('foot')

export const setFoot = (): FootPlace => setContext(KEY, new FootPlace())
export const useFoot = (): FootPlace => getContext<FootPlace>(KEY)
