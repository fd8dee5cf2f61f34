import type { Language } from './types'

/** Half movement points as players write them: 13 is 6½. */
export function points(halves: number): string {
  const whole = Math.floor(halves / 2)
  const half = halves % 2 ? '½' : ''
  return whole === 0 && half ? half : `${whole}${half}`
}

/** Whether a source says that the thing was reconstructed. */
export function rebuilt(source: string): boolean {
  return /reconstruct/i.test(source)
}

export function decimal(value: number, language: Language, digits = 1): string {
  return value.toLocaleString(language === 'it' ? 'it-IT' : 'en-GB', {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
}

export function percent(share: number, language: Language, digits = 0): string {
  return `${decimal(share * 100, language, digits)}%`
}

export function signed(value: number, language: Language, digits = 1): string {
  // What is written as zero has no sign.
  const size = Math.abs(value)
  if (size < 0.5 / 10 ** digits) return decimal(0, language, digits)
  return (value > 0 ? '+' : '−') + decimal(size, language, digits)
}
