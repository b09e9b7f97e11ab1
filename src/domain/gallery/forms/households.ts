import {
  conditional,
  date,
  decimal,
  form,
  integer,
  many,
  must,
  one,
  repeated,
  section,
  sections,
  states,
  text,
  yesNo,
} from '../form-builder.ts'

/** Visit of social workers to a household. */
export const households = form(
  'Relevamiento social de hogares | Social survey of households',
  'Visita de una trabajadora social. Los datos se usan solo para programas municipales. | Visit of a social worker. What is said is used for municipal programmes only.',
  {
    opcionales: { ciudadano: true },
    estados: states({
      Visitado: ['En evaluación'],
      'En evaluación': ['Con asistencia', 'Sin asistencia'],
      'Con asistencia': ['En evaluación'],
      'Sin asistencia': ['En evaluación'],
    }),
    secciones: sections(
      section('Vivienda | Home', '', [
        text('Domicilio | Address', must),
        one('Tenencia | Tenure', ['Propia | Owned', 'Alquilada | Rented', 'Cedida | Lent', 'Ocupada | Occupied'], must),
        one('Tipo | Kind', ['Casa | House', 'Departamento | Flat', 'Pieza | Room', 'Casilla | Shack'], must),
        integer('Habitaciones para dormir | Bedrooms', must),
        many('Servicios | Services', [
          'Agua de red | Mains water',
          'Cloaca | Sewer',
          'Luz con medidor | Metered electricity',
          'Gas natural | Natural gas',
          'Internet | Internet',
        ]),
      ]),
      repeated(
        'Quiénes viven aquí | Who lives here',
        'persona | person',
        'Una fila por persona, primero quien responde. | One row for each person, first who answers.',
        [
          text('Nombre y apellido | Full name', must),
          one(
            'Parentesco | Relation',
            [
              'Responde | Answers',
              'Pareja | Partner',
              'Hija o hijo | Child',
              'Madre o padre | Parent',
              'Otro familiar | Other relative',
              'Sin parentesco | No relation',
            ],
            must,
          ),
          date('Fecha de nacimiento | Date of birth', must),
          one('Estudia | Studies', ['Sí | Yes', 'No | No', 'Dejó este año | Left this year']),
          one('Trabajo | Work', [
            'Formal | Formal',
            'Informal | Informal',
            'Busca | Looking',
            'No busca | Not looking',
            'Menor de edad | Under age',
          ]),
        ],
      ),
      conditional('Situaciones | Situations', '¿Hay en el hogar…?', {
        'Alguien con discapacidad | Somebody with a disability': [
          yesNo('¿Tiene certificado? | Is there a certificate?', must),
          text('¿Qué apoyo necesita? | What support is needed?'),
        ],
        'Un embarazo | A pregnancy': [yesNo('¿Tiene controles médicos? | Are there medical check-ups?', must)],
        'Problemas de vivienda | Problems with the home': [
          many(
            '¿Cuáles? | Which?',
            [
              'Techo | Roof',
              'Humedad | Damp',
              'Instalación eléctrica | Wiring',
              'Baño | Bathroom',
              'Hacinamiento | Overcrowding',
            ],
            must,
          ),
        ],
      }),
      section('Ingresos y pedido | Income and request', '', [
        decimal('Ingreso mensual del hogar | Monthly income of the household'),
        many('Programas que recibe | Programmes received', [
          'Asignación universal | Child benefit',
          'Jubilación o pensión | Pension',
          'Tarjeta alimentaria | Food card',
          'Ninguno | None',
        ]),
        text('Qué pide la familia | What the family asks for', must),
        text('Evaluación profesional | Professional assessment'),
      ]),
    ),
  },
)
