/** What the player has chosen for the whole table; kept in the browser. */
import type { Language } from './types'

const KEY = 'campagna.settings'

interface Stored {
  language?: Language
  theme?: 'light' | 'dark'
  letters?: boolean
}

function stored(): Stored {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}') as Stored
  } catch {
    return {}
  }
}

class Settings {
  language = $state<Language>('it')
  theme = $state<'light' | 'dark'>('light')
  /** Single-letter keys (WCAG 2.1.4 wants a switch). */
  letters = $state(true)

  constructor() {
    const query = new URLSearchParams(location.search)
    const kept = stored()
    const spoken: Language = navigator.language.startsWith('it') ? 'it' : 'en'
    const night = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
    const asked = query.get('lang')
    this.language = asked === 'it' || asked === 'en' ? asked : (kept.language ?? spoken)
    const shade = query.get('theme')
    this.theme = shade === 'light' || shade === 'dark' ? shade : (kept.theme ?? night)
    this.letters = kept.letters ?? true
    this.show()
  }

  private show(): void {
    document.documentElement.lang = this.language
    document.documentElement.dataset['theme'] = this.theme
  }

  private keep(): void {
    this.show()
    const { language, theme, letters } = this
    localStorage.setItem(KEY, JSON.stringify({ language, theme, letters } satisfies Stored))
  }

  speak(language: Language): void {
    this.language = language
    this.keep()
  }

  shade(theme: 'light' | 'dark'): void {
    this.theme = theme
    this.keep()
  }

  useLetters(on: boolean): void {
    this.letters = on
    this.keep()
  }
}

export const settings = new Settings()
