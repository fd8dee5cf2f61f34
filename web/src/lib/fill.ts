/** Put facts into the braces of a sentence. */
export function fill(sentence: string, facts: Readonly<Record<string, string | number>>): string {
  return sentence.replace(/\{(\w+)\}/g, (whole, key: string) => String(facts[key] ?? whole))
}
