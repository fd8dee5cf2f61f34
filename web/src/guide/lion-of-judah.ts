/** The first Italian turn of Lion of Judah, 1935. */
import { asked, decision, played, w, type GuideStep, type Scene } from './step'

const PHASES = [
  'setup',
  'arrivals',
  'replacements',
  'breakdown',
  'motorisation',
  'truck-boxes',
  'roads',
  'transport',
  'special',
  'interdiction',
  'movement',
  'bombing',
  'combat',
  'activation',
]
const BATTLE = [
  'attacker-air',
  'defender-air',
  'attacker-hq',
  'defender-hq',
  'losses',
  'advance',
  'follow-up',
]

/** Whether the turn has come at least to this phase; what is asked in between belongs to none. */
const reached = (scene: Scene, phase: string): boolean =>
  PHASES.indexOf(decision(scene)) >= PHASES.indexOf(phase)
const fighting = (scene: Scene): boolean => BATTLE.includes(decision(scene))
const moving = (scene: Scene): boolean => asked(scene, 'movement')
const attacking = (scene: Scene): boolean => asked(scene, 'combat')

export const LION_OF_JUDAH: readonly GuideStep[] = [
  {
    id: 'welcome',
    todo: w(
      'Ottobre 1935: comandi gli italiani. Da nord e da sud devi prendere l’Etiopia in otto turni.',
      'October 1935: you command the Italians. From north and south you must take Ethiopia in eight turns.',
    ),
    why: w(
      'Alla fine contano le città controllate e i capi eliminati: da 33 punti vinci. Ogni europeo perduto ti costa.',
      'In the end the towns you hold and the leaders you eliminate count: 33 points win. Every European step lost costs you.',
    ),
    rule: 'PB 13.4.5',
  },
  {
    id: 'setup',
    todo: w(
      'Le unità sono già al loro posto. Puoi spostarne qualcuna, poi premi «Chiudi lo schieramento».',
      'The units are in place already. You may shift some of them, then press “Finish the set-up”.',
    ),
    why: w(
      'Gli etiopi mostrano solo la pedina in cima alla pila, e con la forza coperta: «?».',
      'The Ethiopians show only the counter on top of a stack, and with its strength face down: “?”.',
    ),
    rule: '3.1-a',
    target: '[data-act=end]',
    skip: (s) => reached(s, 'arrivals'),
    done: (s) => reached(s, 'arrivals'),
  },
  {
    id: 'refit',
    todo: w(
      'Comincia la fase amministrativa. Per ora nessuno ha perdite: chiudi i primi passi.',
      'The administrative phase begins. Nobody has losses yet: end the first steps.',
    ),
    why: w(
      'Più avanti qui recuperi livelli, un punto risorsa ciascuno, vicino a un comando.',
      'Later you recover steps here, one resource point each, near a headquarters.',
    ),
    rule: '7.3.3-a',
    target: '[data-act=end]',
    skip: (s) => reached(s, 'motorisation'),
    done: (s) => reached(s, 'motorisation'),
  },
  {
    id: 'trucks',
    todo: w(
      'Autocarri: motorizza una divisione scegliendola nell’elenco, o chiudi il passo.',
      'Trucks: motorise a division by choosing it in the list, or end the step.',
    ),
    why: w(
      'Due autocarri bastano per una divisione: su strada andrà molto più lontano.',
      'Two trucks are enough for a division: along a road it goes much farther.',
    ),
    rule: '10.3.2-a',
    target: '.panel',
    skip: (s) => reached(s, 'truck-boxes'),
    done: (s) => reached(s, 'truck-boxes'),
  },
  {
    id: 'roads',
    todo: w(
      'Strade: un comando può cominciarne una nel suo esagono o accanto. Provane una verso l’interno.',
      'Roads: a headquarters may begin one in its hex or beside it. Try one that leads inland.',
    ),
    why: w(
      'Costa 1 punto risorsa su pista, 2 altrove, ed è pronta al turno dopo. Su strada ogni esagono costa 1, con gli autocarri mezzo.',
      'It costs 1 resource point on a track, 2 elsewhere, and is ready next turn. Along a road each hex costs 1, half with trucks.',
    ),
    rule: '10.2.2.1-a',
    target: '.panel',
    skip: (s) => reached(s, 'transport'),
    done: (s) => reached(s, 'transport'),
  },
  {
    id: 'special',
    todo: w(
      'Treni e navi, poi le azioni dello scenario: puoi corrompere i capi di una regione, o chiudere.',
      'Trains and ships, then the actions of the scenario: you may bribe the chiefs of a region, or go on.',
    ),
    why: w(
      'Spendi da 1 a 3 punti risorsa, comunque perduti. Poi si pesca un evento.',
      'You spend 1 to 3 resource points, lost in any case. Then an event is drawn.',
    ),
    rule: 'PB 13.6.8',
    target: '.panel',
    skip: (s) => reached(s, 'movement'),
    done: (s) => reached(s, 'movement'),
  },
  {
    id: 'pick',
    todo: w('Tocca una tua pila sulla mappa.', 'Pick one of your stacks on the map.'),
    why: w(
      'Chi comincia insieme può muovere insieme. Tocca le singole unità per lasciarne fuori qualcuna.',
      'Units that begin together may move together. Tap single units to leave some out.',
    ),
    rule: '11.3-a',
    skip: (s) => !moving(s),
    done: ({ draft, ...s }) => draft.selected.length > 0 || !moving({ draft, ...s }),
  },
  {
    id: 'aim',
    todo: w(
      'Tocca un esagono chiaro, meglio se accanto agli etiopi.',
      'Pick a clear hex, best beside the Ethiopians.',
    ),
    why: w(
      'Nel riquadro puoi anche lasciare qualcuno per strada. Nell’esagono di un nemico non si entra.',
      'In the panel you may also leave somebody on the way. A hex with an enemy cannot be entered.',
    ),
    rule: '11.2-c',
    undone: (s) => s.draft.selected.length === 0,
    skip: (s) => !moving(s),
    done: (s) => s.draft.target !== null || played(s) || !moving(s),
  },
  {
    id: 'move',
    todo: w('La via è segnata. Premi «Muovi qui».', 'The way is marked. Press “Move here”.'),
    why: w(
      'I punti non si conservano e non si cedono. U annulla finché non rotola un dado.',
      'Points are neither kept nor handed on. U undoes until a die rolls.',
    ),
    rule: '11.2-a',
    target: '.foot .btn.p',
    undone: (s) => s.draft.target === null,
    skip: (s) => !moving(s),
    done: (s) => played(s) || !moving(s),
  },
  {
    id: 'supply',
    todo: w(
      'Accendi lo strato «Rifornimento», in alto a sinistra.',
      'Switch on the “Supply” layer, top left.',
    ),
    why: w(
      'Chi attacca fuori rifornimento vale la metà.',
      'Whoever attacks out of supply counts half.',
    ),
    rule: '12.4-2',
    target: '.layers button',
    skip: (s) => !moving(s),
    done: ({ controls, ...s }) => controls.supply || !moving({ controls, ...s }),
  },
  {
    id: 'end-move',
    todo: w(
      'Muovi chi vuoi, anche i comandi dall’elenco, poi premi «Chiudi la fase».',
      'Move whomever you like, headquarters from the list too, then press “End the phase”.',
    ),
    why: w(
      'Quante unità stanno in un esagono si controlla solo alla fine: di passaggio non ci sono limiti.',
      'How many units stand in a hex is checked only at the end: there is no limit in passing.',
    ),
    rule: '8.1-a',
    target: '[data-act=end]',
    done: (s) => reached(s, 'bombing') || fighting(s),
  },
  {
    id: 'bomb',
    todo: w(
      'Gli aerei pronti possono bombardare un esagono etiope a portata. Scegli, o chiudi la fase.',
      'Ready aircraft may bomb an Ethiopian hex in range. Choose, or end the phase.',
    ),
    why: w(
      'Chi bombarda ora non aiuterà nei combattimenti che seguono.',
      'Whoever bombs now will not help in the combats that follow.',
    ),
    rule: 'PB 13.6.5.1-a',
    target: '.panel',
    skip: (s) => !asked(s, 'bombing'),
    done: (s) => !asked(s, 'bombing'),
  },
  {
    id: 'target',
    todo: w(
      'Tocca un nemico fra parentesi rosse: è un bersaglio possibile.',
      'Pick an enemy in red brackets: it can be attacked.',
    ),
    why: w(
      'Attaccare non è mai un obbligo. I difensori si scoprono solo quando hai nominato chi attacca.',
      'You never have to attack. The defenders are revealed only when you have named the attackers.',
    ),
    rule: '12.4-1',
    hexes: ({ session }) => [...session.plan.attacks.keys()],
    skip: (s) => !attacking(s) || s.session.plan.attacks.size === 0,
    done: (s) => s.draft.targets.length > 0 || played(s) || !attacking(s),
  },
  {
    id: 'roll',
    todo: w(
      'Leggi le colonne possibili, secondo ciò che si nasconde nella pila. Poi premi «Attacca».',
      'Read the columns that are possible, depending on what the stack hides. Then press “Attack”.',
    ),
    why: w(
      'Il rapporto si arrotonda per difetto: 15 contro 4 è 3:1.',
      'Odds are rounded down: 15 against 4 is 3:1.',
    ),
    rule: '12.5',
    target: '.foot .btn.p',
    skip: (s) => !attacking(s) || !s.draft.targets.length,
    done: (s) => played(s) || !attacking(s),
  },
  {
    id: 'battle',
    todo: w(
      'Segui il riquadro: aerei, appoggio dei comandi, poi il dado, le perdite e l’avanzata.',
      'Follow the panel: aircraft, support of headquarters, then the die, the losses and the advance.',
    ),
    why: w(
      'Ogni aiuto sposta la colonna, al massimo due per parte. Non ci sono ritirate: si perdono livelli.',
      'Each help shifts the column, two at most for a side. There are no retreats: steps are lost.',
    ),
    rule: '12.4-5',
    target: '.panel',
    skip: (s) => !fighting(s),
    done: (s) => !fighting(s),
  },
  {
    id: 'end-combat',
    todo: w(
      'Attacca ancora, se vuoi, poi chiudi la fase di combattimento.',
      'Attack again, if you like, then end the combat phase.',
    ),
    why: w(
      'Nessuna unità attacca o è attaccata due volte nello stesso segmento.',
      'No unit attacks or is attacked twice in the same segment.',
    ),
    rule: '12.2-b',
    target: '[data-act=end]',
    done: (s) => reached(s, 'activation') || s.session.tabletop.track.turn > 1,
  },
  {
    id: 'end',
    todo: w(
      'Ora tocca agli etiopi, un capo alla volta. Da qui giochi da solo.',
      'Now the Ethiopians play, one leader at a time. From here you are on your own.',
    ),
    why: w(
      'Un capo muove solo se il dado non supera il suo valore. La guida si riapre da «Altro».',
      'A leader moves only if the die does not exceed his rating. The guide opens again from “More”.',
    ),
    rule: 'PB 13.6.2-a',
  },
]
