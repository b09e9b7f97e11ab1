import type { TicketWords } from '#domain/paper/index.ts'

/* Texts of tickets. Not in a catalogue, because the server writes them. */

const EN: TicketWords = {
  title: (event) => `Tickets · ${event}`,
  test: 'TEST: no money was moved. This ticket lets no one in.',
  admits: 'Lets in',
  people: (count) => (count === 1 ? '1 person' : `${count} people`),
  owner: 'Owner',
  idNumber: 'ID number',
  email: 'E-mail',
  paid: 'Paid',
  operation: 'Payment reference',
  order: 'Order number',
  numberHint: 'Ticket number. It lets in once: show it to the door alone.',
  lackingCharacters: '\ufffd stands for a character that this file cannot show.',
}

const ES: TicketWords = {
  title: (event) => `Entradas · ${event}`,
  test: 'PRUEBA: no se movió dinero. Esta entrada no permite entrar.',
  admits: 'Permite entrar a',
  people: (count) => (count === 1 ? '1 persona' : `${count} personas`),
  owner: 'Titular',
  idNumber: 'DNI',
  email: 'Correo electrónico',
  paid: 'Pagado',
  operation: 'Referencia de pago',
  order: 'Número de orden',
  numberHint: 'Número de entrada. Permite entrar una vez: muéstrela solo en la puerta.',
  lackingCharacters: '\ufffd representa un carácter que este archivo no puede mostrar.',
}

/** @param language a code of LANGUAGES; others use English */
export function ticketWordsIn(language: string): TicketWords {
  return language === 'es' ? ES : EN
}
