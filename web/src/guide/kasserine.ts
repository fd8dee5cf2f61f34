/** The first Axis move of Kasserine. */
import { asked, decision, played, w, type GuideStep, type Scene } from './step'

const PHASES = ['axis-setup', 'logistics', 'movement', 'plan', 'fire', 'defensive-fire', 'combat']

const ours = ({ session }: Scene): boolean => session.shown?.step?.side === 'axis'
/** The Allies begin their half of the move. */
const theirs = (scene: Scene): boolean =>
  !ours(scene) && ['logistics', 'movement'].includes(decision(scene))
/** Whether the first move has come at least to this phase. */
const reached = (scene: Scene, phase: string): boolean =>
  theirs(scene) || PHASES.indexOf(decision(scene)) >= PHASES.indexOf(phase)
const planning = (scene: Scene): boolean => asked(scene, 'plan')

export const KASSERINE: readonly GuideStep[] = [
  {
    id: 'welcome',
    todo: w(
      'Febbraio 1943: comandi l’Asse. Devi sfondare i passi e uscire verso Tebessa e Le Kef.',
      'February 1943: you command the Axis. You must break through the passes and leave for Tebessa and Le Kef.',
    ),
    why: w(
      'Con 20 punti fuori dalla mappa hai vinto del tutto. Non puoi però perderne più di 35.',
      'Twenty points off the map win outright. But you cannot afford to lose more than 35.',
    ),
    rule: 'VIC-1',
  },
  {
    id: 'wait',
    todo: w(
      'L’Alleato schiera per primo. Guarda dove si mette.',
      'The Allies set up first. Watch where they stand.',
    ),
    why: w(
      'Così il tuo schieramento risponde al suo: scegli dove battere.',
      'So your set-up answers theirs: you choose where to strike.',
    ),
    rule: 'SET-9',
    done: (s) => ours(s) && decision(s) !== '',
  },
  {
    id: 'setup',
    todo: w(
      'Scegli un’unità, poi un esagono chiaro; oppure premi «Schiera le altre per me».',
      'Pick a unit, then a clear hex; or press “Set up the rest for me”.',
    ),
    why: w(
      'Ogni divisione comincia attorno ai suoi punti di partenza, anche già a contatto.',
      'Each division begins around its own starting points, even in contact already.',
    ),
    rule: 'SET-6',
    target: '.foot .btn',
    skip: (s) => !asked(s, 'axis-setup'),
    done: (s) => !asked(s, 'axis-setup') || s.session.plan.done,
  },
  {
    id: 'end-setup',
    todo: w(
      'Tutti al loro posto: premi «Chiudi lo schieramento».',
      'Everybody is in place: press “Finish the set-up”.',
    ),
    why: w(
      'Prima di chiudere puoi ancora spostare chi vuoi.',
      'Until then you may still place anybody anew.',
    ),
    target: '[data-act=end]',
    done: (s) => reached(s, 'logistics'),
  },
  {
    id: 'logistics',
    todo: w(
      'Logistica: scegli quali rifornimenti mobili muoveranno, o nessuno. Poi chiudi la fase.',
      'Logistics: choose which mobile supplies will move, or none. Then end the phase.',
    ),
    why: w(
      'Un rifornimento muove oppure rifornisce, mai le due cose nello stesso turno.',
      'A supply moves or supplies, never both in one turn.',
    ),
    rule: 'LOG-7',
    target: '[data-act=end]',
    skip: (s) => reached(s, 'movement'),
    done: (s) => reached(s, 'movement'),
  },
  {
    id: 'pick',
    todo: w('Tocca una pila che può muovere.', 'Pick a stack that can move.'),
    why: w(
      'Muove solo chi è rifornito all’inizio della fase. Sul segnalino: attacco, difesa, movimento.',
      'Only units in supply when the phase begins can move. On a counter: attack, defence, movement.',
    ),
    rule: 'LOG-1',
    skip: (s) => !asked(s, 'movement'),
    done: ({ draft, ...s }) => draft.selected.length > 0 || !asked({ draft, ...s }, 'movement'),
  },
  {
    id: 'aim',
    todo: w(
      'Tocca un esagono chiaro: se è accanto al nemico, lo attaccherai.',
      'Pick a clear hex: if it is beside the enemy, you will attack him.',
    ),
    why: w(
      'Di giorno entrare in una zona di controllo nemica vuol dire fermarsi e attaccare.',
      'By day entering an enemy zone of control means to stop and attack.',
    ),
    rule: 'ATT-2',
    undone: (s) => s.draft.selected.length === 0,
    skip: (s) => !asked(s, 'movement'),
    done: (s) => s.draft.target !== null || played(s) || !asked(s, 'movement'),
  },
  {
    id: 'move',
    todo: w('La via è segnata. Premi «Muovi qui».', 'The way is marked. Press “Move here”.'),
    why: w(
      'Il costo è esagono per esagono. U annulla finché non rotola un dado.',
      'The cost is told hex by hex. U undoes until a die rolls.',
    ),
    rule: 'MOV-1',
    target: '.foot .btn.p',
    undone: (s) => s.draft.target === null,
    skip: (s) => !asked(s, 'movement'),
    done: (s) => played(s) || !asked(s, 'movement'),
  },
  {
    id: 'zones',
    todo: w(
      'Accendi lo strato «Zone nemiche», in alto a sinistra.',
      'Switch on the “Enemy zones” layer, top left.',
    ),
    why: w(
      'Ogni unità controlla i sei esagoni attorno, tranne artiglierie, comandi, rifornimenti e chi sta in città.',
      'Each unit controls the six hexes around it, except artillery, commands, supplies and whoever stands in a town.',
    ),
    rule: 'ATT-3',
    target: '.layers button',
    skip: (s) => !asked(s, 'movement'),
    done: ({ controls, ...s }) => controls.zones || !asked({ controls, ...s }, 'movement'),
  },
  {
    id: 'end-move',
    todo: w(
      'Muovi chi vuoi, poi premi «Chiudi la fase».',
      'Move whomever you like, then press “End the phase”.',
    ),
    why: w(
      'Non sei obbligato a muovere. Tieni le divisioni vicine al loro comando: la catena completa dà un punto in più a chi attacca.',
      'You need not move. Keep divisions near their command: the complete chain gives each attacker one point more.',
    ),
    rule: 'CMD-5',
    target: '[data-act=end]',
    done: (s) => reached(s, 'plan'),
  },
  {
    id: 'target',
    todo: w(
      'Prepara gli attacchi: tocca un nemico fra parentesi rosse.',
      'Plan your attacks: pick an enemy in red brackets.',
    ),
    why: w(
      'Più unità attaccano insieme sommando i valori. La difesa raddoppia in città e in montagna, non per i carri.',
      'Several units attack together and add their values. Defence doubles in towns and mountains, but not for tanks.',
    ),
    rule: 'TER-2',
    hexes: ({ session }) => [...session.plan.attacks.keys()],
    skip: (s) => !planning(s) || s.session.plan.attacks.size === 0,
    done: (s) => s.draft.targets.length > 0 || played(s) || !planning(s),
  },
  {
    id: 'attack',
    todo: w(
      'Guarda il rapporto. Puoi aggiungere unità, e un aereo sopra il bersaglio. Poi premi «Attacca».',
      'Look at the odds. You may add units, and an aircraft over the target. Then press “Attack”.',
    ),
    why: w(
      'Un aereo vale 2 punti; l’Asse ne ha al massimo 4 al giorno. Per ora si prepara: il dado rotola dopo l’artiglieria.',
      'An aircraft is worth 2 points; the Axis has 4 a day at most. For now you plan: the die rolls after the artillery.',
    ),
    rule: 'AIR-6',
    target: '.foot .btn.p',
    skip: (s) => !planning(s) || !s.draft.targets.length,
    done: (s) => played(s) || !planning(s),
  },
  {
    id: 'end-plan',
    todo: w(
      'Aggiungi altri attacchi, se vuoi, poi chiudi la fase.',
      'Add other attacks, if you like, then end the phase.',
    ),
    why: w(
      'Chi è entrato in una zona nemica deve attaccare: «Da non dimenticare» lo ricorda.',
      'Whoever has entered an enemy zone must attack: “Not to forget” reminds you.',
    ),
    rule: 'ATT-2',
    target: '[data-act=end]',
    skip: (s) => !planning(s),
    done: (s) => !planning(s),
  },
  {
    id: 'fire',
    todo: w(
      'L’artiglieria: scegli chi tira e su chi, poi chiudi la fase.',
      'Artillery: choose who fires and at whom, then end the phase.',
    ),
    why: w(
      'Si tira solo su nemici a contatto con le tue unità. Poi risponde l’avversario.',
      'You fire only at enemies in contact with your units. Then your opponent answers.',
    ),
    rule: 'ART-3',
    target: '.panel',
    skip: (s) => !asked(s, 'fire'),
    done: (s) => !asked(s, 'fire'),
  },
  {
    id: 'combat',
    todo: w(
      'Combatti: scegli quale attacco risolvere e con che impeto, poi segui il riquadro.',
      'Fight: choose which attack to resolve and how hard to press it, then follow the panel.',
    ),
    why: w(
      'Tu dichiari attacco violento o medio, poi il difensore la sua difesa. Le due scelte insieme dicono su quale tabella cade il dado.',
      'You declare a violent or a medium attack, then the defender his defence. The two choices together name the table for the die.',
    ),
    rule: 'CRT-2 (a)',
    target: '.panel',
    skip: theirs,
    done: theirs,
  },
  {
    id: 'end',
    todo: w(
      'La tua mossa è fatta: ora tocca agli Alleati. Da qui giochi da solo.',
      'Your move is done: now the Allies play. From here you are on your own.',
    ),
    why: w(
      'Dopo due mosse di giorno ne viene una di notte: niente zone di controllo, e di regola non si attacca. La guida si riapre da «Altro».',
      'After two moves by day comes one by night: no zones of control, and as a rule no attacks. The guide opens again from “More”.',
    ),
    rule: 'CAL-1',
  },
]
