/** The first Axis turn of Alto Comando, on the measured table. */
import { asked, decision, played, w, type GuideStep, type Scene } from './step'

const TURN = ['replace', 'clear', 'move', 'air', 'trench-fire', 'fire']

const ours = ({ session }: Scene): boolean => session.shown?.step?.side === 'axis'
/** Our half of the turn is over. */
const theirs = (scene: Scene): boolean =>
  (!ours(scene) && ['replace', 'clear', 'move', 'air', 'fire'].includes(decision(scene))) ||
  scene.session.tabletop.track.turn > 1
const begun = (scene: Scene): boolean => TURN.includes(decision(scene))
const moving = (scene: Scene): boolean => asked(scene, 'move')
const firing = (scene: Scene): boolean => asked(scene, 'fire')

export const ALTO_COMANDO: readonly GuideStep[] = [
  {
    id: 'welcome',
    todo: w(
      'Miniature nel deserto: comandi l’Asse su un tavolo misurato al millimetro, senza esagoni.',
      'Miniatures in the desert: you command the Axis on a table measured to the millimetre, without hexes.',
    ),
    why: w(
      'Ogni unità nemica distrutta vale 3 punti, ogni dispersa 1, una base di rifornimento 5. Con 5 punti di vantaggio vinci.',
      'Each enemy unit destroyed is worth 3 points, each scattered 1, a supply base 5. A lead of 5 wins.',
    ),
    rule: 'VIC-5',
  },
  {
    id: 'cards',
    todo: w(
      'Scegli la carta di una divisione e conferma: le altre si pescano a caso.',
      'Choose the card of one division and confirm: the others are drawn at random.',
    ),
    why: w(
      'La scelta è segreta finché anche l’avversario non ha scelto.',
      'Your choice is secret until your opponent has chosen too.',
    ),
    rule: 'CAM-1',
    target: '[data-act=choose]',
    skip: (s) => !asked(s, 'choose-cards'),
    done: (s) => !asked(s, 'choose-cards'),
  },
  {
    id: 'deploy',
    todo: w(
      'Schiera le basette: scegline una nell’elenco e indica un posto nella zona azzurra, o premi «Fallo per me, a caso». Poi chiudi.',
      'Place your bases: choose one in the list and point at a place in the blue area, or press “Do it for me, at random”. Then end.',
    ),
    why: w(
      'Ognuno schiera nelle proprie zone, mai nel deserto o nel mare. Almeno una divisione tiene le zone di difesa.',
      'Each side sets up in its own zones, never in the desert or the sea. At least one division holds the defence zones.',
    ),
    rule: 'SET-3',
    target: '[data-act=place-deploy]',
    skip: begun,
    done: begun,
  },
  {
    id: 'turn',
    todo: w('Aspetta che tocchi a te muovere.', 'Wait until it is yours to move.'),
    why: w(
      'Intanto guarda il tavolo: trascina il terreno, ingrandisci con la rotella o con due dita.',
      'Meanwhile look at the table: drag the ground, zoom with the wheel or two fingers.',
    ),
    skip: (s) => moving(s) || theirs(s),
    done: (s) => moving(s) || theirs(s),
  },
  {
    id: 'pick',
    todo: w(
      'Tocca una tua basetta, o sceglila nell’elenco «Basette che possono agire».',
      'Pick one of your bases, or choose it in the list “Bases that can act”.',
    ),
    why: w(
      'Il riquadro dice quanto vede, quanto lontano tira e quanto muove, in centimetri.',
      'The panel tells how far it sees, fires and moves, in centimetres.',
    ),
    rule: 'FIR-1',
    target: '.panel',
    skip: (s) => !moving(s),
    done: ({ measure, ...s }) => measure.unit !== '' || !moving({ measure, ...s }),
  },
  {
    id: 'aim',
    todo: w(
      'Indica un posto nella zona azzurra: è tutto ciò che può raggiungere.',
      'Point at a place in the blue area: that is everything it can reach.',
    ),
    why: w(
      'Si muove in linea retta; «Svolta qui» spezza la via. A meno di 5 cm dal nemico non ci si avvicina.',
      'You move in straight lines; “Bend here” breaks the way. Nobody comes closer than 5 cm to the enemy.',
    ),
    rule: 'MOV-2',
    undone: (s) => s.measure.unit === '',
    skip: (s) => !moving(s),
    done: (s) => s.measure.end !== null || played(s) || !moving(s),
  },
  {
    id: 'move',
    todo: w('Premi «Muovi qui».', 'Press “Move here”.'),
    why: w(
      'Misurare è libero: prova posti diversi prima di decidere.',
      'Measuring is free: try other places before you decide.',
    ),
    rule: 'MOV-5',
    target: '[data-act=give]',
    undone: (s) => s.measure.end === null,
    skip: (s) => !moving(s),
    done: (s) => played(s) || !moving(s),
  },
  {
    id: 'end-move',
    todo: w(
      'Muovi le altre basette che vuoi, poi premi «Chiudi la fase».',
      'Move the other bases you like, then press “End the phase”.',
    ),
    why: w(
      'Se un’unità della divisione individua il nemico, lo vede tutta la divisione: manda avanti la ricognizione.',
      'If one unit of a division spots the enemy, the whole division sees him: send reconnaissance ahead.',
    ),
    rule: 'FIR-3',
    target: '[data-act=end]',
    done: (s) => !moving(s),
  },
  {
    id: 'air',
    todo: w(
      'Attacchi aerei: scegli fino a tre nemici individuati, o chiudi la fase.',
      'Air attacks: choose up to three enemies you have spotted, or end the phase.',
    ),
    why: w(
      'Ne hai fino a tre per turno; si decidono adesso, prima del fuoco.',
      'You have up to three a turn; they are decided now, before the fire.',
    ),
    rule: 'AIR-1',
    target: '.panel',
    skip: (s) => !asked(s, 'air'),
    done: (s) => !asked(s, 'air'),
  },
  {
    id: 'fire',
    todo: w(
      'Fuoco: scegli una basetta, poi il bersaglio, e leggi le probabilità prima di premere «Fuoco».',
      'Fire: choose a base, then its target, and read the chances before you press “Fire”.',
    ),
    why: w(
      'Si colpisce con 5 o 6, e si tira al nemico più vicino; l’artiglieria sceglie. Chi è colpito può ancora salvarsi.',
      'A 5 or 6 hits, and you fire at the nearest enemy; artillery may choose. Whoever is hit may still be saved.',
    ),
    rule: 'FIR-7',
    target: '.panel',
    skip: (s) => !firing(s) || s.measure.shots.size === 0,
    done: (s) => played(s) || !firing(s),
  },
  {
    id: 'end-fire',
    todo: w(
      'Fai tirare chi può ancora, poi chiudi la fase.',
      'Let everybody fire who still can, then end the phase.',
    ),
    why: w(
      'Ogni unità tira a un solo bersaglio per volta. Se nessuno è a tiro, chiudi e basta.',
      'Each unit fires at one target at a time. If nobody is in range, simply end.',
    ),
    rule: 'FIR-5',
    target: '[data-act=end]',
    skip: (s) => theirs(s),
    done: (s) => theirs(s),
  },
  {
    id: 'end',
    todo: w(
      'Il tuo mezzo turno è fatto. Da qui giochi da solo.',
      'Your half of the turn is done. From here you are on your own.',
    ),
    why: w(
      'Chi è disperso può tornare accanto al suo comando, uno per turno. La guida si riapre da «Altro».',
      'A scattered unit may come back beside its headquarters, one a turn. The guide opens again from “More”.',
    ),
    rule: 'HQ-2',
  },
]
