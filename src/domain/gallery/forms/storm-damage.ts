import {
  conditional,
  date,
  decimal,
  form,
  integer,
  many,
  must,
  one,
  photo,
  repeated,
  section,
  sections,
  states,
  text,
  yesNo,
} from '../form-builder.ts'

/** Damage after a storm or a flood, home by home. */
export const stormDamage = form(
  'Daños por temporal | Storm damage',
  'Evaluación rápida de viviendas después de un temporal o una inundación. | Quick assessment of homes after a storm or a flood.',
  {
    opcionales: { geolocalizacion: true },
    estados: states({
      Relevado: ['Con asistencia', 'Sin asistencia'],
      'Con asistencia': ['Cerrado'],
      'Sin asistencia': ['Con asistencia', 'Cerrado'],
      Cerrado: [],
    }),
    secciones: sections(
      section('Vivienda | Home', '', [
        text('Domicilio | Address', must),
        text('Quién responde | Who answers', must),
        text('Teléfono | Phone'),
        date('Fecha del daño | Date of the damage', must),
        integer('Personas en la vivienda | People in the home', must),
        integer('De ellas, menores de edad | Of them, under age', must),
        yesNo('¿Alguien necesita atención médica? | Does anybody need medical care?', must),
        yesNo('¿La familia está evacuada? | Has the family left the home?', must),
      ]),
      conditional(
        'Daños | Damage',
        '¿Qué se dañó?',
        {
          'Techo | Roof': [
            one(
              'Alcance | Extent',
              ['Algunas chapas o tejas | Some sheets or tiles', 'La mitad | Half', 'Todo | All of it'],
              must,
            ),
            decimal('Superficie a cubrir (m²) | Surface to cover (m²)'),
            text('Foto | Photo', { ...must, ...photo }),
          ],
          'Agua en la vivienda | Water in the home': [
            decimal('Altura del agua (cm) | Height of the water (cm)', must),
            yesNo('¿Sigue habiendo agua? | Is there still water?', must),
            text('Foto | Photo', photo),
          ],
          'Paredes o estructura | Walls or structure': [
            yesNo('¿Hay riesgo de derrumbe? | Could it collapse?', must),
            text('Foto | Photo', { ...must, ...photo }),
          ],
          'Instalación eléctrica | Wiring': [yesNo('¿Se cortó la luz? | Was the power cut?', must)],
          'Árbol o poste caído | Fallen tree or post': [
            yesNo('¿Sobre cables? | On cables?', must),
            text('Foto | Photo', photo),
          ],
        },
        must,
      ),
      repeated('Pérdidas | Losses', 'pérdida | loss', 'Muebles y artefactos. | Furniture and appliances.', [
        text('Qué | What'),
        integer('Cantidad | Quantity'),
      ]),
      section('Asistencia | Help', '', [
        many(
          'Se necesita | Needed',
          [
            'Chapas o nylon | Sheets or plastic',
            'Colchones | Mattresses',
            'Frazadas | Blankets',
            'Alimentos | Food',
            'Agua | Water',
            'Traslado | Transport',
            'Nada por ahora | Nothing for now',
          ],
          must,
        ),
        text('Entregado en el momento | Handed over on the spot'),
        one('Prioridad | Priority', ['Alta | High', 'Media | Medium', 'Baja | Low'], must),
      ]),
    ),
  },
)
