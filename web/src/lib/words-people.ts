/** Words about who plays: opponents and their levels, invitations, other devices, the curtain. */
import type { Text } from './types'

const w = (it: string, en: string): Text => ({ it, en })

export const PEOPLE = {
  human: w('Persona', 'Person'),
  computer: w('Computer', 'Computer'),
  recruit: w('Computer, recluta (a caso)', 'Computer, recruit (at random)'),
  captain: w('Computer, capitano (pianifica)', 'Computer, captain (plans)'),
  general: w('Computer, generale (più forte, più lento)', 'Computer, general (stronger, slower)'),
  recruitName: w('recluta', 'recruit'),
  captainName: w('capitano', 'captain'),
  generalName: w('generale', 'general'),
  recruitAbout: w(
    'La recluta dà un ordine qualsiasi fra quelli permessi, a caso: per provare le regole.',
    'The recruit gives any allowed order, at random: to try the rules.',
  ),
  captainAbout: w(
    'Il capitano fa un piano con le probabilità esatte e risponde in pochi secondi.',
    'The captain makes one plan with the exact odds and answers in a few seconds.',
  ),
  generalAbout: w(
    'Il generale confronta più modi di giocare la fase: è più forte e ci mette di più.',
    'The general compares several ways to play the phase: stronger, and slower.',
  ),
  friendAbout: w(
    'Dopo «Comincia» hai un invito da mandare: chi lo apre per primo si siede a questo posto.',
    'After "Begin" you get an invitation to send: whoever opens it first takes this seat.',
  ),
  hereAbout: w('Giochi tu, in questo browser.', 'You play, in this browser.'),
  here: w('Qui, a questo schermo', 'Here, at this screen'),
  friend: w('Un amico, da invitare', 'A friend, by invitation'),
  // the match at the table
  aim: w('Scopo', 'Aim'),
  youPlay: w('Tu', 'You'),
  opponent: w('Avversario', 'Opponent'),
  bothHere: w('Tutte e due le parti a questo schermo', 'Both sides at this screen'),
  notJoined: w('posto ancora vuoto', 'not joined yet'),
  people: w('Inviti e altri dispositivi', 'Invitations and other devices'),
  // invitation
  waitingHead: w('Aspettiamo il tuo avversario', 'Waiting for your opponent'),
  joinedHead: w('Il tuo avversario si è seduto', 'Your opponent has joined'),
  peopleHead: w('Posti a questo tavolo', 'Seats at this table'),
  sendLink: w(
    'Manda questo indirizzo a chi gioca: {side}',
    'Send this address to whoever plays: {side}',
  ),
  onceOnly: w(
    'Vale una volta sola: chi lo apre per primo e preme «Siediti» ha il posto. Poi nemmeno tu puoi vedere o muovere per l’altra parte.',
    'It works once: whoever opens it first and presses "Sit down" has the seat. After that not even you can see or move for that side.',
  ),
  copy: w('Copia', 'Copy'),
  copied: w('Copiato', 'Copied'),
  copyByHand: w(
    'Il browser non copia: seleziona l’indirizzo e copialo tu.',
    'The browser does not copy: select the address and copy it yourself.',
  ),
  share: w('Condividi', 'Share'),
  newInvitation: w('Nuovo invito', 'New invitation'),
  newInvitationText: w(
    'Se il link è andato perso o nelle mani sbagliate: il nuovo annulla quello di prima.',
    'If the link was lost or went to the wrong person: the new one replaces it.',
  ),
  waitingFor: w('{side}: non è ancora venuto nessuno', '{side}: nobody has come yet'),
  hasJoined: w('{side}: posto preso', '{side}: has joined'),
  isYours: w('{side}: sei tu', '{side}: you'),
  onlyLocal: w(
    'Questo indirizzo vale solo su questo computer.',
    'This address works on this computer only.',
  ),
  onlyLocalText: w(
    'Un altro computer non ci arriva. Chiudi il programma, avvialo con il comando qui sotto e torna qui: la partita resta, e il link sarà quello della tua rete.',
    'No other machine can reach it. Stop the program, start it with the command below and come back here: the match stays, and the link will be that of your network.',
  ),
  onlyNetwork: w('Questo indirizzo vale nella tua rete.', 'This address works in your network.'),
  onlyNetworkText: w(
    'Chi è fuori non ci arriva, se non hai aperto una porta sul router.',
    'Nobody outside can reach it unless you opened a port on your router.',
  ),
  meanwhile: w(
    'Puoi andare al tavolo anche adesso: l’invito resta in «Altro».',
    'You can go to the table now: the invitation stays under "More".',
  ),
  otherDevice: w('Continua su un altro dispositivo', 'Continue on another device'),
  watchLink: w('Chi vuole solo guardare', 'Only to watch'),
  watchText: w(
    'Vede solo quello che entrambe le parti possono vedere.',
    'Sees only what both sides may see.',
  ),
  linkFor: w('Indirizzo per {who}', 'Address for {who}'),
  // sitting down
  invited: w('Un invito a giocare', 'You are invited to play'),
  yourSeat: w('Il tuo posto a questo tavolo', 'Your seat at this table'),
  asSide: w('Giochi: {side}', 'You play: {side}'),
  sitDown: w('Siediti', 'Sit down'),
  goOnHere: w('Continua qui', 'Continue here'),
  toHome: w('Alla prima pagina', 'To the first page'),
  // curtain
  passScreen: w('Passa lo schermo. Tocca a: {side}', 'Pass the screen to: {side}'),
  passText: w(
    'Ogni parte sa cose che l’altra non deve vedere. Quando quel giocatore è davanti allo schermo, premi qui sotto.',
    'Each side knows things the other must not see. When that player is in front of the screen, press below.',
  ),
  iAm: w('Sono io: {side}', 'Here I am: {side}'),
} as const satisfies Record<string, Text>
