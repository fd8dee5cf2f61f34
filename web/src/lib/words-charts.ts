/** Words for the charts beside the board. */
import type { Text } from './types'

const w = (it: string, en: string): Text => ({ it, en })

export const CHART_WORDS = {
  charts: w('Tabelle', 'Charts and tables'),
  chartsShort: w('Tabelle', 'Charts'),
  chartsFor: w('Tabelle di {game}', 'Charts and tables of {game}'),
  chartsKey: w('carte e tabelle', 'charts and tables'),
  noCharts: w('Questo gioco non ha carte né tabelle.', 'This game has no charts.'),
  chipsOfTurn: w('Che cosa vale in questo turno', 'What holds this turn'),
  print: w('Stampa', 'Print'),
  reconstructed: w('ricostruita', 'reconstructed'),
  liveColumn: w(
    'La colonna nera è quella dell’ordine che stai preparando.',
    'The black column is that of the order you are preparing.',
  ),
  liveColumns: w(
    'La colonna nera è la più probabile per l’ordine che stai preparando; quelle col bordo blu sono possibili.',
    'The black column is the likeliest for the order you are preparing; those with a blue rim are possible.',
  ),
  rolledCell: w('La casella rossa è l’ultimo tiro.', 'The red cell is the last roll.'),
  columnLive: w('colonna del tuo ordine', 'column of your order'),
  columnMay: w('colonna possibile', 'possible column'),
  cellRolled: w('ultimo tiro', 'last roll'),
  rowHere: w('qui', 'here'),
  rowNow: w('ora', 'now'),
  arrived: w('arrivati', 'arrived'),
  toEntry: w('{who}: mostra l’ingresso', '{who}: show the entry'),
  wholeCalendar: w('Tutto il calendario', 'The whole calendar'),
  kindCombat: w('Combattimento', 'Combat'),
  kindFire: w('Tiro', 'Fire'),
  kindTerrain: w('Terreno', 'Terrain'),
  kindCalendar: w('Calendario', 'Calendar'),
  kindWeather: w('Tempo', 'Weather'),
  kindRanges: w('Raggi e soste', 'Ranges and limits'),
  kindSupply: w('Rifornimenti', 'Supply'),
  kindForces: w('Forze', 'Forces'),
  kindEvents: w('Eventi', 'Events'),
  kindVictory: w('Vittoria', 'Victory'),
} as const satisfies Record<string, Text>
