/** Words of the measured table. */
import type { Text } from './types'

const w = (it: string, en: string): Text => ({ it, en })

export const PLANE_WORDS = {
  ruler: w('Righello', 'Ruler'),
  rulerHint: w(
    'Tocca due basette o due posti del tavolo: misurare è sempre permesso.',
    'Press two bases or places of the table: measuring is always allowed.',
  ),
  rulerPlace: w('un posto', 'a place'),
  rulerNext: w('…', '…'),
  rulerYes: w('sì', 'yes'),
  rulerNo: w('no', 'no'),
  blockHow: w('Come muove la divisione', 'How the division moves'),
  blockOne: w('Una base', 'One base'),
  blockShape: w('In blocco', 'As a block'),
  blockColumn: w('In colonna', 'In column'),
  blockLine: w('In linea', 'In line'),
  blockGoing: w('Muovono', 'Going'),
  blockTap: w('tocca per lasciarne una ferma', 'tap to leave one behind'),
  blockPoint: w(
    'Indica dove va la basetta scelta: le altre la seguono.',
    'Point where the chosen base shall go: the others follow.',
  ),
  blockAll: w('Arrivano tutte: {n}.', 'All arrive: {n}.'),
  blockSome: w('Arrivano: {n}. Si fermano prima: {short}.', 'Arrive: {n}. Stop short: {short}.'),
  blockMove: w('Muovi {n} basette', 'Move {n} bases'),
  wholeTable: w('Tutto il tavolo: premi per andarci', 'The whole table: press to go there'),
  toAction: w('Vai all’azione', 'To the action'),
  divisionNames: w('Nomi', 'Names'),
  leftAir: w('Attacchi aerei che restano: {n}.', 'Air attacks left: {n}.'),
  airTargets: w('Nemici individuati', 'Enemies in sight'),
  chooseTarget: w('Scegli un bersaglio qui o sul tavolo.', 'Choose a target here or on the table.'),
  allPlaced: w(
    'Tutto è schierato, ma non si può ancora chiudere:',
    'Everything is placed, but you cannot finish yet:',
  ),
  placeAnew: w(
    'Scegli sul tavolo una basetta già schierata e indica un altro posto, o ricomincia.',
    'Choose a base on the table and point at another place for it, or start over.',
  ),
  startOver: w('Ricomincia', 'Start over'),
  startOverBases: w(
    'Le basette che hai schierato adesso tornano tutte fuori dal tavolo.',
    'All the bases you have placed now go back off the table.',
  ),
  setupSave: w('Salva lo schieramento', 'Save the set-up'),
  setupLoad: w('Carica uno schieramento', 'Load a set-up'),
  setupRead: w(
    'Ordini del file accettati adesso: {n} di {of}.',
    'Orders of the file accepted now: {n} of {of}.',
  ),
  setupUnread: w(
    'Questo file non è uno schieramento di questo gioco.',
    'This file is not a set-up of this game.',
  ),
  startOverWorks: w(
    'Le mine e le trincee che hai posato si tolgono tutte.',
    'All the mines and trenches you have laid are taken back.',
  ),
}
