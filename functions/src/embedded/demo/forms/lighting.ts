import { date, integer, many, must, one, photo, section, sections, states, text, yesNo } from '../form-builder.ts'

const english = (tituloAlternativeLanguage_en: string) => ({ tituloAlternativeLanguage_en })

/** Complaint about street lighting: public, short, bilingual, with a place on the map. */
export const lightingForm = {
  titulo: 'Reclamo de alumbrado público',
  tituloAlternativeLanguage_en: 'Street lighting complaint',
  descripcion: 'Para avisar de una luminaria que no funciona o que representa un peligro. No hace falta registrarse.',
  descripcionAlternativeLanguage_en: 'To report a street light that does not work or is a danger. No account is needed.',
  nombreRespuesta: 'reclamo',
  nombreRespuestaAlternativeLanguage_en: 'complaint',
  opcionales: { publico: true, geolocalizacion: true, offersNearby: true, automaticDownload: true, customizedVoucher: true },
  customizedVoucherText: 'Recibimos su aviso. Con este código puede consultar el estado del reclamo en el municipio o por teléfono.\nAnte peligro de electrocución no toque la columna y llame a Defensa Civil.',
  estados: states({ Recibido: ['En curso', 'Descartado'], 'En curso': ['Resuelto', 'Descartado'], Resuelto: [], Descartado: [] }),
  secciones: sections(
    section(
      '¿Qué pasa?',
      '',
      [
        one(
          'Problema',
          [
            'Luz apagada | Light out', 'Luz que titila | Flickering light', 'Encendida de día | On during the day', 'Cuadra entera sin luz | Whole block dark',
            'Columna golpeada o inclinada | Damaged or leaning post', 'Cables sueltos | Loose cables',
          ],
          { ...must, ...english('Problem') },
        ),
        integer('Cantidad de luminarias afectadas', english('Number of lights affected')),
        date('¿Desde cuándo?', english('Since when?')),
        yesNo('¿Hay peligro de electrocución o caída?', { ...must, ...english('Is there a danger of electrocution or of falling?') }),
        text('Foto', { ...photo, ...english('Photo') }),
      ],
      { tituloAlternativeLanguage_en: 'What is wrong?' },
    ),
    section(
      'Para encontrarla',
      '',
      [
        text('Barrio', english('Neighbourhood')),
        text('Referencias', english('Landmarks')),
        integer('Número de la columna, si se ve', english('Number on the post, if visible')),
      ],
      { tituloAlternativeLanguage_en: 'To find it' },
    ),
    section(
      'Contacto',
      'Opcional: solo para consultar por este reclamo. | Optional: only to ask about this complaint.',
      [
        text('Nombre', english('Name')),
        text('Teléfono o correo', english('Phone or e-mail')),
        many('¿Cómo prefiere que le avisemos?', ['Mensaje | Message', 'Llamada | Call', 'Correo | E-mail'], english('How may we reach you?')),
      ],
      { tituloAlternativeLanguage_en: 'Contact' },
    ),
  ),
}
