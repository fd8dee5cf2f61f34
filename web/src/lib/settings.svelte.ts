/** What the player has chosen for the whole table; kept in the browser. */
import { isBoolean, oneOf } from './guards'
import { keep, keptTable } from './stored'
import type { Language } from './types'

const KEY = 'campagna.settings'

const isLanguage = oneOf(['it', 'en'])
export const SOUNDS = ['bell', 'drum', 'chime', 'none'] as const
export type Sound = (typeof SOUNDS)[number]
const isSound = oneOf(SOUNDS)
const isTheme = oneOf(['light', 'dark'])

class Settings {
  language = $state<Language>('it')
  theme = $state<'light' | 'dark'>('light')
  /** Single-letter keys (WCAG 2.1.4 wants a switch). */
  letters = $state(true)
  /** Whether phases in which nothing can be decided wait for a word of ours. */
  stops = $state(false)
  /** What is heard when it becomes my turn. */
  sound = $state<Sound>('bell')

  constructor() {
    const query = new URLSearchParams(location.search)
    const { language, theme, letters, stops, sound } = keptTable(
      KEY,
      (v): v is unknown => v !== null,
    )
    const spoken: Language = navigator.language.startsWith('it') ? 'it' : 'en'
    const night = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
    const asked = query.get('lang')
    this.language = isLanguage(asked) ? asked : isLanguage(language) ? language : spoken
    const shade = query.get('theme')
    this.theme = isTheme(shade) ? shade : isTheme(theme) ? theme : night
    this.letters = isBoolean(letters) ? letters : true
    this.stops = isBoolean(stops) ? stops : false
    this.sound = isSound(sound) ? sound : 'bell'
    this.show()
  }

  private show(): void {
    document.documentElement.lang = this.language
    document.documentElement.dataset['theme'] = this.theme
  }

  private keep(): void {
    this.show()
    const { language, theme, letters, stops, sound } = this
    keep(KEY, { language, theme, letters, stops, sound })
  }

  speak(language: Language): void {
    this.language = language
    this.keep()
  }

  shade(theme: 'light' | 'dark'): void {
    this.theme = theme
    this.keep()
  }

  stopAtEmpty(on: boolean): void {
    this.stops = on
    this.keep()
  }

  hear(sound: Sound): void {
    this.sound = sound
    this.keep()
  }

  useLetters(on: boolean): void {
    this.letters = on
    this.keep()
  }
}

export const settings = new Settings()
