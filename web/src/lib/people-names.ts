/** How people are called, and how long ago something was, in the player's language. */
import { t } from './i18n'
import { guestNumber } from './me.svelte'
import { settings } from './settings.svelte'

/** A guest without a name of their own has a number. */
export function personName(name: string): string {
  const number = guestNumber(name)
  return number ? t('guestName', { n: number }) : name || t('somebody')
}

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** How long something has lasted, in words. */
export function lasting(since: number, now: number): string {
  const seconds = Math.max(0, now - since)
  if (seconds < MINUTE) return t('sinceNow')
  if (seconds < HOUR) return t('sinceMinutes', { n: Math.floor(seconds / MINUTE) })
  if (seconds < 2 * DAY) return t('sinceHours', { n: Math.floor(seconds / HOUR) })
  return t('sinceDays', { n: Math.floor(seconds / DAY) })
}

/** A moment as a day and a time. */
export function moment(seconds: number): string {
  const style = { dateStyle: 'medium', timeStyle: 'short' } as const
  return new Intl.DateTimeFormat(settings.language, style).format(new Date(seconds * 1000))
}

/** A code with its dash, however it was typed. */
export const readCode = (typed: string): string => {
  const letters = typed.toUpperCase().replace(/[^0-9A-Z]/g, '')
  return letters.length === 8 ? `${letters.slice(0, 4)}-${letters.slice(4)}` : typed.trim()
}
