/** The first Axis turn of Afrika Korps. */
import type { Piece } from '../lib/types'
import { asked, decision, played, w, type GuideStep, type Scene } from './step'

const START = 'W6'
const BASE = 'W3'
const ROMMEL = 'DE-ROMMEL'
const LIMIT = 3

const fights = (p: Piece): boolean => p.symbol !== 'supply' && p.id !== ROMMEL
const crowd = ({ session }: Scene): number =>
  session.tabletop.pieces.filter((p) => p.at === START && fights(p)).length
const held = ({ session }: Scene): boolean =>
  session.tabletop.pieces.some((p) => p.at === BASE && p.side === 'axis' && fights(p))
const moving = (scene: Scene): boolean => asked(scene, 'movement')
const axisDone = (scene: Scene): boolean =>
  scene.session.shown?.step?.side === 'allied' && decision(scene) !== 'retreat'

export const AFRIKA_KORPS: readonly GuideStep[] = [
  {
    id: 'welcome',
    todo: w(
      'Aprile 1941: Rommel è a El Agheila. Comandi l’Asse, e la strada per l’Egitto è lunga.',
      'April 1941: Rommel is at El Agheila. You command the Axis, and the road to Egypt is long.',
    ),
    why: w(
      'Vinci se controlli le due fortezze e le due basi, o se elimini ogni unità alleata sulla mappa.',
      'You win by holding both fortresses and both bases, or by eliminating every Allied unit on the map.',
    ),
    rule: '4.1b',
  },
  {
    id: 'stack',
    todo: w('Tocca la pila a El Agheila, W6.', 'Pick the stack at El Agheila, W6.'),
    why: w(
      'Sul segnalino: attacco, difesa, movimento. La pila si apre a ventaglio: tocca le singole unità per sceglierle.',
      'On a counter: attack, defence, movement. The stack fans out: pick single units to choose them.',
    ),
    hexes: () => [START],
    skip: (s) => !moving(s),
    done: ({ draft }) => draft.selected.length > 0,
  },
  {
    id: 'group',
    todo: w(
      'Scegli Rommel e una o due unità tedesche veloci, come 21/5 e 21/104.',
      'Choose Rommel and one or two fast German units, such as 21/5 and 21/104.',
    ),
    why: w(
      'Chi muove con Rommel per due esagoni ha 2 punti di movimento in più.',
      'Units that move with Rommel for two hexes have 2 more movement factors.',
    ),
    rule: '22.1a',
    target: '.panel .choice',
    undone: (s) => s.draft.selected.length === 0,
    skip: (s) => !moving(s),
    done: ({ draft, ...s }) =>
      (draft.selected.includes(ROMMEL) &&
        draft.selected.length > 1 &&
        draft.selected.length <= LIMIT + 1) ||
      played({ draft, ...s }),
  },
  {
    id: 'aim',
    todo: w(
      'Tocca un esagono chiaro lungo la strada costiera.',
      'Pick a clear hex along the coast road.',
    ),
    why: w(
      'Ogni esagono costa 1. In più ogni unità fa fino a 10 esagoni di strada oltre al suo movimento: per questo la costa è così importante.',
      'Each hex costs 1. Beyond that any unit makes up to 10 road hexes on top of its movement: this is why the coast matters so much.',
    ),
    rule: '17.1',
    undone: (s) => s.draft.selected.length === 0,
    skip: (s) => !moving(s),
    done: (s) => s.draft.target !== null || played(s),
  },
  {
    id: 'move',
    todo: w('La via è segnata. Premi «Muovi qui».', 'The way is marked. Press “Move here”.'),
    why: w(
      'Se finisci accanto a un nemico dovrai attaccarlo, e per attaccare serve un rifornimento entro 5 esagoni.',
      'If you end beside an enemy you will have to attack him, and an attack needs a supply within 5 hexes.',
    ),
    rule: '14.1a',
    target: '.foot .btn.p',
    undone: (s) => s.draft.target === null,
    skip: (s) => !moving(s),
    done: played,
  },
  {
    id: 'base',
    todo: w(
      'Manda un’unità italiana alla base, W3: scegli un’unità in W6, poi tocca W3.',
      'Send an Italian unit to the base, W3: choose one unit in W6, then pick W3.',
    ),
    why: w(
      'I rifornimenti e i rinforzi sbarcano solo in un porto che controlli: senza qualcuno nella base l’Asse resta a secco.',
      'Supplies and reinforcements land only in a port you control: with nobody at the base the Axis runs dry.',
    ),
    rule: '12.4',
    hexes: () => [START, BASE],
    skip: (s) => !moving(s) || held(s),
    done: (s) => held(s) || !moving(s),
  },
  {
    id: 'spread',
    todo: w(
      'A El Agheila sono ancora troppi: muovi unità finché in W6 ne restano al massimo 3.',
      'Too many are still at El Agheila: move units until at most 3 are left in W6.',
    ),
    why: w(
      'In un esagono stanno al massimo 3 unità combattenti per parte. Rommel e i rifornimenti non contano.',
      'At most 3 combat units of a side stand in one hex. Rommel and supplies do not count.',
    ),
    rule: '6.1a',
    hexes: () => [START],
    skip: (s) => !moving(s) || crowd(s) <= LIMIT,
    done: (s) => crowd(s) <= LIMIT || !moving(s),
  },
  {
    id: 'supply',
    todo: w(
      'Accendi lo strato «Rifornimento», in alto a sinistra.',
      'Switch on the “Supply” layer, top left.',
    ),
    why: w(
      'Un’unità senza linea libera fino a un rifornimento è isolata, e a lungo andare è persa. Fai seguire il rifornimento alle tue punte.',
      'A unit without a free line to a supply is isolated and in the end lost. Let the supply follow your spearheads.',
    ),
    rule: '24.1',
    target: '.layers button:nth-of-type(2)',
    skip: (s) => !moving(s),
    done: ({ controls, ...s }) => controls.supply || !moving({ controls, ...s }),
  },
  {
    id: 'end',
    todo: w('Chiudi la fase di movimento.', 'End the movement phase.'),
    why: w(
      'Se qualcosa manca, il tavolo lo dice con la sua regola e te lo mostra sulla mappa.',
      'If something is missing the table says so with its rule, and shows it on the map.',
    ),
    target: '[data-act=end]',
    skip: (s) => !moving(s),
    done: (s) => !moving(s),
  },
  {
    id: 'combat',
    todo: w(
      'Devi attaccare chi hai accanto: prendi un attacco proposto o componi il tuo, leggi la previsione e premi «Attacca».',
      'You must attack whoever is beside you: take a proposed attack or build your own, read the forecast and press “Attack”.',
    ),
    why: w(
      'Ogni nemico nella cui zona stai va attaccato, e ogni tua unità in zona nemica deve attaccare. Il rapporto si arrotonda a favore di chi difende.',
      'Every enemy in whose zone you stand must be attacked, and every unit of yours in an enemy zone must attack. Odds are rounded for the defender.',
    ),
    rule: '8.4b',
    target: '.panel',
    skip: (s) => !asked(s, 'combat'),
    done: (s) => !asked(s, 'combat') && !asked(s, 'retreat', 'advance', 'exchange'),
  },
  {
    id: 'result',
    todo: w('Segui il riquadro fino alla fine del turno.', 'Follow the panel to the end of the turn.'),
    why: w(
      'Dopo una ritirata è il vincitore che guida lo sconfitto, di due esagoni.',
      'After a retreat the winner leads the loser, two hexes.',
    ),
    rule: '7.6a',
    target: '.panel',
    skip: axisDone,
    done: axisDone,
  },
  {
    id: 'done',
    todo: w(
      'Il primo turno è fatto: ora muove l’avversario. Dal prossimo turno tiri per il rifornimento.',
      'The first turn is done: now your opponent moves. From the next turn on you roll for the supply.',
    ),
    why: w(
      'Fino a giugno 1941 il rifornimento affonda con 1 o 2. La guida si riapre da «Altro», e «Che cosa posso fare?» mostra ordini possibili.',
      'Until June 1941 the supply is sunk on 1 or 2. The guide opens again from “More”, and “What can I do?” shows possible orders.',
    ),
    rule: '12.2d',
  },
]
