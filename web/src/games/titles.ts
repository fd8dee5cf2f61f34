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

const FIELDS: Readonly<Record<string, Text>> = {
  aircraft: w('Manda aerei sopra', 'Send aircraft over'),
  attackers: w('Chi attacca', 'Who attacks'),
  column: w('Marcia in colonna', 'March in column'),
  count: w('Punti risorsa', 'Resource points'),
  cut: w('Interrompi la ferrovia', 'Cut the railway'),
  destroy: w('Distruggi i rifornimenti', 'Destroy the supplies'),
  drops: w('Lascia per strada', 'Leave on the way'),
  full_first: w('Paga 1 il primo passo su pista', 'Pay 1 for the first step on a track'),
  gas: w('Usa i gas', 'Use gas'),
  lift: w('Togli l’interruzione', 'Lift the cut'),
  markers: w('Aerei', 'Aircraft'),
  prey: w('Prendi di mira anche', 'Also go for'),
  rest: w('Resta al suo posto', 'Is left in its place'),
  steps: w('Livelli', 'Steps'),
  support: w('Chi appoggia', 'Who supports'),
  trucks: w('Autocarri', 'Trucks'),
  units: w('Unità', 'Units'),
}

/** What a field of an order is called beside its control. */
export const fieldTitle = (field: string): Text =>
  FIELDS[field] ?? orderTitle(field.replaceAll('_', '-'))
export const knownField = (field: string): Text | undefined => FIELDS[field]

/** An order without a title of its own is called by its tag. */
export function orderTitle(kind: string): Text {
  const known = TITLES[kind]
  if (known) return known
  const words = kind.replaceAll('-', ' ')
  const name = words.charAt(0).toUpperCase() + words.slice(1)
  return { it: name, en: name }
}
