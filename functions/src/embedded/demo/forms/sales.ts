import { date, integer, must, one, section, sections, text } from '../form-builder.ts'

const english = (tituloAlternativeLanguage_en: string) => ({ tituloAlternativeLanguage_en })
const CURRENCY = { sign: '$', name: 'UYU' }

/** Tickets of an event, in two zones. @param begins of the event */
export function festivalForm(begins: string) {
  return {
    titulo: 'Noche de tablados: entradas',
    tituloAlternativeLanguage_en: 'Carnival night: tickets',
    descripcion: 'Entradas para la noche de tablados en el Teatro de Verano. Se pagan en línea.',
    descripcionAlternativeLanguage_en: 'Tickets for the carnival night at the open-air theatre. They are paid for online.',
    opcionales: { publico: true, addPaymentGateway: true },
    secciones: sections(
      section('Su visita', '', [one('¿Cómo llega?', ['A pie | On foot', 'En ómnibus | By bus', 'En auto | By car'], english('How do you get there?'))], { tituloAlternativeLanguage_en: 'Your visit' }),
    ),
    ticketSale: {
      productType: 'event',
      currency: CURRENCY,
      eventDate: begins,
      address: 'Teatro de Verano, Montevideo',
      maxPerPerson: 6,
      zones: [
        { id: 1, name: 'Platea', price: 65_000, maxQuantity: 400 },
        { id: 2, name: 'Tribuna', price: 32_000, maxQuantity: 900 },
      ],
      promotions: [{ name: 'Vecinos con tarjeta', percentOff: 15, code: 'VECINO' }],
    },
    charge: { minutes: 30 },
  }
}

/** A fee: a fixed amount, and so much for each square metre. */
export const stallForm = {
  titulo: 'Permiso de puesto en la feria',
  tituloAlternativeLanguage_en: 'Permit for a market stall',
  descripcion: 'El permiso se paga al pedirlo: una tasa fija y un importe por cada metro.',
  descripcionAlternativeLanguage_en: 'The permit is paid for when it is asked for: a fixed fee, and an amount for each metre.',
  opcionales: { publico: true, addPaymentGateway: true },
  secciones: sections(
    section('El puesto', '', [
      text('Rubro', { ...must, ...english('What is sold') }),
      { ...integer('Metros de frente', { ...must, ...english('Metres of frontage') }), precio: 9_500 },
      date('Desde', { ...must, ...english('From') }),
    ], { tituloAlternativeLanguage_en: 'The stall' }),
  ),
  charge: {
    base: 85_000,
    currency: CURRENCY,
    minutes: 60,
    discounts: [{ name: 'Artesanos registrados', percentOff: 50, code: 'ARTESANO' }],
  },
}
