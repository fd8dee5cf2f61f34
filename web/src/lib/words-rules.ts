/** Words of the rulebooks. */
import type { Text } from './types'

const w = (it: string, en: string): Text => ({ it, en })

export const RULES_WORDS = {
  chapters: w('Capitoli', 'Chapters'),
  searchAll: w('Cerca in {n} regole', 'Search {n} rules'),
  rulesFound: w('{n} di {all} regole', '{n} of {all} rules'),
  nothingFound: w(
    'Nessuna regola dice questo. Prova con una parola sola, o con un numero.',
    'No rule says this. Try a single word, or a number.',
  ),
  ruleCount: w('{n} regole', '{n} rules'),
  oneRule: w('1 regola', '1 rule'),
  markEnforced: w('applicata', 'enforced'),
  markData: w('nei dati', 'in the data'),
  markInformative: w('informativa', 'informative'),
  markReconstructed: w('ricostruita', 'reconstructed'),
  signEnforced: w('il tavolo la fa rispettare', 'the table enforces it'),
  signData: w(
    'sta nella mappa, nelle pedine o nelle tabelle',
    'it is in the map, counters or tables',
  ),
  signInformative: w('non ha effetto sul gioco', 'it has no effect on play'),
  signReconstructed: w('il libro è perduto o tace', 'the book is lost or silent'),
  ourRuling: w('Come la leggiamo', 'How we read it'),
  switchedBy: w(
    'L’opzione «{option}» decide altrimenti.',
    'The option “{option}” decides otherwise.',
  ),
  showKept: w('Mostra dove ogni regola è applicata', 'Show where each rule is enforced'),
  whereKept: w('Dove è applicata', 'Where it is enforced'),
  keptCode: w('Nel codice', 'In the code'),
  keptTests: w('Nelle prove', 'In the tests'),
  keptNowhere: w('Nessun codice la cita.', 'No code cites it.'),
  inTheBook: w('Nel regolamento', 'In the rulebook'),
  printRules: w('Stampa', 'Print'),
  fiveMinutes: w('In cinque minuti', 'In five minutes'),
  inFiveMinutes: w('{game} in cinque minuti', '{game} in five minutes'),
  noFiveMinutes: w(
    'Di questo gioco non c’è la pagina dei cinque minuti.',
    'There is no page of five minutes for this game.',
  ),
  aimsOfSides: w('Che cosa vogliono le parti', 'What the sides want'),
  oneTurn: w('Un turno', 'A turn'),
  commonMistakes: w('Errori comuni', 'Common mistakes'),
  scenarios: w('Gli scenari', 'The scenarios'),
  measuredShare: w(
    'Tra avversari uguali, in {games} partite di capitani: {side} {share} % dei punti.',
    'Between equals, in {games} games of captains: {side} {share}% of the points.',
  ),
  showMe: w('Fammi vedere', 'Show me'),
  allowedOrder: w('Permesso', 'Allowed'),
  forbiddenOrder: w('Vietato', 'Forbidden'),
  tryOnTable: w('Prova al tavolo', 'Try it on a table'),
  tryOnTableAbout: w(
    'Un tavolo privato con questa posizione: dai altri ordini, annulla, riprova.',
    'A private table with this position: give other orders, undo, try again.',
  ),
  noSuchGame: w('Questo gioco non c’è.', 'There is no such game.'),
} as const satisfies Record<string, Text>
