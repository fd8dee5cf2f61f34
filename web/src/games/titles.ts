/** What the orders of any game are called on the buttons; a game may have better words of its own. */
import type { Text } from '../lib/types'

const w = (it: string, en: string): Text => ({ it, en })

const TITLES: Readonly<Record<string, Text>> = {
  move: w('Muovi', 'Move'),
  rail: w('In treno', 'By rail'),
  attack: w('Attacca', 'Attack'),
  overrun: w('Travolgi', 'Overrun'),
  bombard: w('Bombarda', 'Bombard'),
  'air-strike': w('Attacco aereo', 'Air strike'),
  retreat: w('Ritirata', 'Retreat'),
  advance: w('Avanza', 'Advance'),
  deploy: w('Schiera', 'Set up'),
  place: w('Metti', 'Place'),
  enter: w('Fai entrare', 'Bring in'),
  land: w('Sbarca', 'Land'),
  'land-supply': w('Porto per il rifornimento', 'Port for the supply'),
  'roll-supply': w('Tira per il rifornimento', 'Roll for the supply'),
  embark: w('Imbarca', 'Embark'),
  destroy: w('Distruggi un rifornimento', 'Destroy a supply'),
  capture: w('Cattura un rifornimento', 'Capture a supply'),
  haul: w('Porta via il rifornimento', 'Move the captured supply'),
  'declare-victory': w('Vittoria automatica', 'Automatic victory'),
  substitute: w('Forma un sostituto', 'Form a substitute'),
  'break-down': w('Scomponi un sostituto', 'Break down a substitute'),
  'give-up': w('Chi è eliminato', 'Who is eliminated'),
  sacrifice: w('Chi è eliminato', 'Who is eliminated'),
  lose: w('Chi è perso', 'Who is lost'),
  'take-losses': w('Subisci le perdite', 'Take the losses'),
  consent: w('Acconsenti?', 'Do you agree?'),
  'place-rommel': w('Rommel raggiunge', 'Rommel joins'),
  remove: w('Togli', 'Remove'),
  withdraw: w('Ritira dal fronte', 'Withdraw'),
  build: w('Costruisci', 'Build'),
  recruit: w('Recluta', 'Recruit'),
  replace: w('Rimpiazza', 'Replace'),
  pass: w('Passa', 'Pass'),
  done: w('Chiudi', 'End'),
}

/** An order without a title of its own is called by its tag. */
export function orderTitle(kind: string): Text {
  const known = TITLES[kind]
  if (known) return known
  const words = kind.replaceAll('-', ' ')
  const name = words.charAt(0).toUpperCase() + words.slice(1)
  return { it: name, en: name }
}
