import {
  conditional,
  date,
  form,
  integer,
  must,
  one,
  photo,
  section,
  sections,
  states,
  text,
  yesNo,
} from '../form-builder.ts'

/** What neighbours tell about their streets: public, short. */
export const neighbourComplaint = form(
  'Reclamo de servicios públicos | Complaint about public services',
  'Para avisar de un problema en la calle. No hace falta registrarse. | To tell of a problem in the street. No account is needed.',
  {
    opcionales: { publico: true, geolocalizacion: true },
    estados: states({
      Recibido: ['En curso', 'Descartado'],
      'En curso': ['Resuelto', 'Descartado'],
      Resuelto: ['En curso'],
      Descartado: [],
    }),
    secciones: sections(
      conditional(
        '¿Qué pasa? | What is wrong?',
        'Elija el problema',
        {
          'Alumbrado | Street lighting': [
            one(
              'Problema | Problem',
              [
                'Luz apagada | Light out',
                'Encendida de día | On during the day',
                'Columna dañada | Damaged post',
                'Cables sueltos | Loose cables',
              ],
              must,
            ),
            integer('Luminarias afectadas | Lights affected'),
          ],
          'Calle o vereda | Road or pavement': [
            one(
              'Problema | Problem',
              [
                'Bache | Pothole',
                'Vereda rota | Broken pavement',
                'Tapa faltante | Missing cover',
                'Señal caída | Fallen sign',
              ],
              must,
            ),
            yesNo('¿Impide el paso? | Does it block the way?', must),
          ],
          'Residuos | Waste': [
            one(
              'Problema | Problem',
              [
                'No pasó el recolector | Not collected',
                'Contenedor lleno o roto | Full or broken container',
                'Basural | Dump',
                'Restos de poda | Garden waste',
              ],
              must,
            ),
          ],
          'Agua o cloacas | Water or sewers': [
            one(
              'Problema | Problem',
              ['Pérdida de agua | Leak', 'Desborde cloacal | Sewer overflow', 'Sin agua | No water'],
              must,
            ),
          ],
          'Árboles | Trees': [
            one(
              'Problema | Problem',
              [
                'Rama por caer | Branch about to fall',
                'Árbol caído | Fallen tree',
                'Raíces que rompen la vereda | Roots breaking the pavement',
              ],
              must,
            ),
          ],
        },
        { required: true, conditionalSectionSingle: true },
      ),
      section('¿Dónde y desde cuándo? | Where and since when?', '', [
        text('Calle y número más cercano | Street and nearest number', must),
        text('Barrio | Neighbourhood'),
        date('¿Desde cuándo? | Since when?'),
        yesNo('¿Hay peligro para las personas? | Is anybody in danger?', must),
        text('Foto | Photo', photo),
        text('¿Algo más? | Anything else?'),
      ]),
      section(
        'Contacto | Contact',
        'Opcional: solo para consultar por este reclamo. | Optional: only to ask about this complaint.',
        [text('Nombre | Name'), text('Teléfono o correo | Phone or e-mail')],
      ),
    ),
  },
)
