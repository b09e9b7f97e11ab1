import {
  conditional,
  date,
  form,
  many,
  must,
  now,
  one,
  photo,
  section,
  sections,
  signed,
  states,
  text,
  time,
  yesNo,
} from '../form-builder.ts'

/** Record of a violation that an inspector has seen. */
export const violationRecord = form(
  'Acta de infracción | Record of a violation',
  'Constancia de una falta a las ordenanzas, labrada en el lugar. | Record of a breach of an ordinance, made where it happened.',
  {
    ...signed({ by: 'Inspector actuante', intern: true }),
    estados: states({
      Labrada: ['Notificada', 'Anulada'],
      Notificada: ['En descargo', 'Pagada'],
      'En descargo': ['Pagada', 'Anulada'],
      Pagada: [],
      Anulada: [],
    }),
    secciones: sections(
      section('Hecho | What happened', '', [
        date('Fecha del hecho | Date', now),
        time('Hora | Time', now),
        text('Lugar (calle y altura) | Place', must),
        one(
          'Materia | Subject',
          [
            'Tránsito y estacionamiento | Traffic and parking',
            'Ruidos molestos | Noise',
            'Residuos y limpieza | Waste',
            'Ocupación de la vía pública | Use of public space',
            'Obras | Building works',
            'Comercio | Trade',
            'Animales | Animals',
          ],
          must,
        ),
        text('Ordenanza y artículo | Ordinance and article', must),
        text('Descripción de lo constatado | What was seen', must),
        text('Prueba fotográfica | Photographic evidence', { ...must, ...photo }),
      ]),
      conditional(
        'Infractor | Who',
        '¿Quién o qué intervino?',
        {
          'Una persona | A person': [
            text('Apellido y nombre | Full name', must),
            text('Documento | Identity document', must),
            text('Domicilio | Address'),
            yesNo('¿Se niega a firmar? | Refuses to sign?', must),
          ],
          'Un vehículo | A vehicle': [
            text('Dominio | Plate', must),
            one(
              'Tipo | Kind',
              ['Auto | Car', 'Moto | Motorcycle', 'Camioneta | Pick-up', 'Camión | Truck', 'Ómnibus | Bus'],
              must,
            ),
            text('Marca y modelo | Make and model'),
            yesNo('¿Fue remolcado? | Was it towed?'),
          ],
          'Un comercio o una obra | A shop or a building site': [
            text('Nombre o cartel | Name or sign', must),
            text('Responsable presente | Person in charge who is present'),
          ],
        },
        must,
      ),
      section('Medidas | Measures', '', [
        many(
          'Medidas tomadas | Measures taken',
          [
            'Notificación en el lugar | Notice on the spot',
            'Decomiso | Seizure',
            'Clausura | Closure',
            'Paralización de obra | Stop of works',
            'Ninguna | None',
          ],
          must,
        ),
        text('Testigo (nombre y documento) | Witness (name and document)'),
        text('Observaciones | Remarks'),
      ]),
    ),
  },
)
