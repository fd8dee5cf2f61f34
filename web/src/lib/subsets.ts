/** All groups of at most `most` members, small ones first; the empty one leads. */
export function subsets<T>(all: readonly T[], most: number): T[][] {
  let layer: { group: T[]; next: number }[] = [{ group: [], next: 0 }]
  const found: T[][] = [[]]
  for (let size = 1; size <= most; size++) {
    layer = layer.flatMap(({ group, next }) =>
      all.slice(next).map((item, i) => ({ group: [...group, item], next: next + i + 1 })),
    )
    found.push(...layer.map((l) => l.group))
  }
  return found
}

/** The list without a member, or with it if it was not there. */
export function toggled<T>(all: readonly T[], member: T): T[] {
  return all.includes(member) ? all.filter((m) => m !== member) : [...all, member]
}
