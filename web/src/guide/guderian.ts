/** The first German turn of Panzergruppe Guderian. */
import { asked, decision, played, w, type GuideStep, type Scene } from './step'

const over = (scene: Scene, name: string): boolean =>
  decision(scene) !== '' && decision(scene) !== name && !inBattle(scene)
const inBattle = (scene: Scene): boolean =>
  ['suffer', 'lose-steps', 'retreat', 'advance', 'remove'].includes(decision(scene))
const landed = ({ session }: Scene): boolean =>
  session.tabletop.pieces.some((p) => p.side === 'german' && session.geometry?.has(p.at))

export const GUDERIAN: readonly GuideStep[] = [
  {
    id: 'welcome',
    todo: w(
      'Luglio 1941: comandi il Gruppo Corazzato Guderian. Devi aprirti la strada per Smolensk.',
      'July 1941: you command Panzergruppe Guderian. You must force the road to Smolensk.',
    ),
    why: w(
      'Il tuo avversario schiera divisioni mai provate: nessuno, nemmeno lui, sa quanto valgono finché non combattono. Dopo 12 turni contano le città prese.',
      'Your opponent fields untried divisions: nobody, not even he, knows what they are worth until they fight. After 12 turns the cities taken count.',
    ),
    rule: '12.2a',
  },
  {
    id: 'wait',
    todo: w(
      'Il Sovietico schiera le sue armate e gioca il suo turno. Guarda dove si mette.',
      'The Soviet player sets up his armies and plays his turn. Watch where he stands.',
    ),
    why: w(
      'Ogni turno ha due metà: prima il Sovietico, poi tu. Nel primo turno due armate devono marciare verso est.',
      'Each turn has two halves: first the Soviet player, then you. In the first turn two armies must march east.',
    ),
    rule: '4.1',
    done: (s) => asked(s, 'german-move', 'setup-air', 'german-combat'),
  },
  {
    id: 'air',
    todo: w(
      'Prima i tuoi aerei: tocca un esagono di strada dietro le linee sovietiche e metti il contrassegno, oppure prosegui senza.',
      'First your aircraft: pick a road hex behind the Soviet lines and place the marker, or go on without.',
    ),
    why: w(
      'Un contrassegno di interdizione rallenta chi gli passa vicino. Ne hai tre, e li sposti a ogni turno.',
      'An interdiction marker slows whoever passes near it. You have three, and move them every turn.',
    ),
    rule: '13.1',
    target: '.foot .btn.p',
    skip: (s) => !asked(s, 'setup-air'),
    done: (s) => !asked(s, 'setup-air'),
  },
  {
    id: 'turn',
    todo: w('Aspetta che tocchi a te muovere.', 'Wait until it is yours to move.'),
    why: w(
      'Mentre aspetti puoi scorrere la mappa: trascina il terreno, ingrandisci con la rotella o con due dita.',
      'While you wait you can look around: drag the ground, zoom with the wheel or two fingers.',
    ),
    skip: (s) => asked(s, 'german-move'),
    done: (s) => asked(s, 'german-move'),
  },
  {
    id: 'pick',
    todo: w(
      'Le tue divisioni aspettano a ovest, fuori dalla mappa. Scegline una nel riquadro.',
      'Your divisions wait in the west, beside the map. Pick one in the panel.',
    ),
    why: w(
      'I numeri sul segnalino sono attacco o difesa e movimento. Una divisione corazzata intera nello stesso esagono vale il doppio: tieni insieme i suoi reggimenti.',
      'The numbers on a counter are strength and movement. A whole panzer division in one hex counts double: keep its regiments together.',
    ),
    rule: '7.3a',
    target: '.panel .choice',
    skip: (s) => !asked(s, 'german-move'),
    done: ({ draft }) => draft.selected.length > 0,
  },
  {
    id: 'aim',
    todo: w(
      'Il terreno che raggiunge resta chiaro, con il costo. Tocca un esagono chiaro, meglio se accanto al nemico.',
      'The ground it reaches stays clear, with its cost. Pick a clear hex, best beside the enemy.',
    ),
    why: w(
      'Ogni terreno ha il suo prezzo. Chi entra in una zona di controllo nemica si ferma: sono i sei esagoni attorno a ogni unità.',
      'Each terrain has its price. Whoever enters an enemy zone of control stops: the six hexes around each unit.',
    ),
    rule: '6.22a',
    undone: (s) => s.draft.selected.length === 0,
    skip: (s) => !asked(s, 'german-move'),
    done: (s) => s.draft.target !== null || played(s),
  },
  {
    id: 'move',
    todo: w('La via è segnata. Premi «Entra qui».', 'The way is marked. Press “Enter here”.'),
    why: w(
      'Il conto del movimento è riga per riga. Se cambi idea, U annulla: finché non rotola un dado, tutto si può riprendere.',
      'The cost is told hex by hex. If you change your mind, U undoes: until a die rolls, everything can be taken back.',
    ),
    target: '.foot .btn.p',
    undone: (s) => s.draft.target === null,
    skip: (s) => !asked(s, 'german-move'),
    done: (s) => played(s) || landed(s),
  },
  {
    id: 'zones',
    todo: w(
      'Accendi lo strato «Zone nemiche», in alto a sinistra.',
      'Switch on the “Enemy zones” layer, top left.',
    ),
    why: w(
      'Il tratteggio rosso è la zona di controllo sovietica: chi ci sta dentro non ne esce di sua volontà, deve combattere.',
      'The red hatching is the Soviet zone of control: whoever stands in it does not leave of his own accord, he must fight.',
    ),
    rule: '6.22b',
    target: '.layers button',
    skip: (s) => !asked(s, 'german-move'),
    done: ({ controls }) => controls.zones,
  },
  {
    id: 'end-move',
    todo: w(
      'Fai entrare quante divisioni vuoi, poi premi «Chiudi la fase».',
      'Bring in as many divisions as you like, then press “End the phase”.',
    ),
    why: w(
      'Un’unità veloce può anche travolgere un nemico mentre muove: scegli la pila, poi il nemico accanto alla sua via. Costa 3 punti in più.',
      'A fast unit may also overrun an enemy while it moves: pick the stack, then the enemy beside its way. It costs 3 more points.',
    ),
    rule: '6.51b',
    target: '[data-act=end]',
    done: (s) => over(s, 'german-move'),
  },
  {
    id: 'target',
    todo: w(
      'Tocca un nemico fra parentesi rosse: è un bersaglio possibile.',
      'Pick an enemy in red brackets: it can be attacked.',
    ),
    why: w(
      'Attaccano le unità adiacenti. Non sei obbligato: puoi anche chiudere la fase.',
      'Adjacent units attack. You do not have to: you may also end the phase.',
    ),
    hexes: ({ session }) => [...session.plan.attacks.keys()],
    skip: (s) => !asked(s, 'german-combat') || s.session.plan.attacks.size === 0,
    done: (s) => s.draft.targets.length > 0 || over(s, 'german-combat') || played(s),
  },
  {
    id: 'roll',
    todo: w(
      'Leggi la previsione: ogni esito con la sua probabilità esatta. Poi premi «Attacca».',
      'Read the forecast: every result with its exact chance. Then press “Attack”.',
    ),
    why: w(
      'Il rapporto di forze scende sempre alla colonna più bassa. Le righe dicono da dove viene: tocca il numero di una regola per leggerla.',
      'Odds always drop to the lower column. The lines tell where they come from: pick a rule number to read it.',
    ),
    rule: '9.4',
    target: '.foot .btn.p',
    skip: (s) => !asked(s, 'german-combat') || !s.draft.targets.length,
    done: (s) => played(s) || over(s, 'german-combat'),
  },
  {
    id: 'result',
    todo: w(
      'Il dado è caduto. Segui il riquadro: perdite o ritirata, poi l’avanzata.',
      'The die has fallen. Follow the panel: losses or retreat, then the advance.',
    ),
    why: w(
      'Chi subisce sceglie se perdere livelli o ritirarsi. La ritirata la conduce l’avversario: quando tocca al nemico ritirarsi, la guidi tu.',
      'Whoever suffers chooses between losing steps and retreating. The opponent leads a retreat: when the enemy goes back, you lead him.',
    ),
    rule: '9.72a',
    target: '.panel',
    skip: (s) => !inBattle(s),
    done: (s) => !inBattle(s),
  },
  {
    id: 'end-combat',
    todo: w(
      'Attacca ancora, se vuoi. Poi chiudi la fase di combattimento.',
      'Attack again, if you like. Then end the combat phase.',
    ),
    why: w(
      'Ogni unità attacca una sola volta per fase, e la sua forza non si divide.',
      'A unit attacks once a phase, and its strength is not divided.',
    ),
    rule: '9.24',
    target: '[data-act=end]',
    skip: (s) => !asked(s, 'german-combat'),
    done: (s) => over(s, 'german-combat'),
  },
  {
    id: 'mech',
    todo: w(
      'Le unità mobili muovono una seconda volta: sfrutta il varco, poi chiudi la fase.',
      'Mobile units move a second time: use the gap, then end the phase.',
    ),
    why: w(
      'È la forza del Gruppo Corazzato: rompere il fronte nel combattimento e passarci nella stessa metà del turno.',
      'This is the strength of the Panzergruppe: break the front in combat and pass through in the same half turn.',
    ),
    rule: '4.1',
    target: '[data-act=end]',
    skip: (s) => !asked(s, 'german-mech-move'),
    done: (s) => over(s, 'german-mech-move'),
  },
  {
    id: 'markers',
    todo: w(
      'Ancora gli aerei: metti i contrassegni dove passeranno i rinforzi sovietici, o nessuno.',
      'Aircraft again: put the markers where Soviet reinforcements will pass, or none.',
    ),
    why: w(
      'Con questo finisce il tuo turno. I rinforzi sovietici arrivano soprattutto in treno da est.',
      'With this your turn ends. Soviet reinforcements mostly come by rail from the east.',
    ),
    rule: '13.1',
    target: '.foot .btn.p',
    skip: (s) => !asked(s, 'german-interdict'),
    done: (s) => over(s, 'german-interdict'),
  },
  {
    id: 'end',
    todo: w(
      'Il primo turno è fatto. Da qui giochi da solo.',
      'The first turn is done. From here you play on your own.',
    ),
    why: w(
      'Registro, forze e regole stanno nelle schede del riquadro. «Che cosa posso fare?» mostra ordini possibili. La guida si riapre da «Altro».',
      'Log, forces and rules are in the tabs of the panel. “What can I do?” shows possible orders. The guide opens again from “More”.',
    ),
  },
]
