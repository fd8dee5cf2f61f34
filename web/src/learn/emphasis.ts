/** A text cut where it stresses something: what stands between two asterisks. */
export interface Stretch {
  text: string
  strong: boolean
}

export const stretches = (text: string): Stretch[] =>
  text
    .split('*')
    .map((part, i) => ({ text: part, strong: i % 2 === 1 }))
    .filter((part) => part.text !== '')
