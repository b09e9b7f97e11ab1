import {
  conditional,
  date,
  decimal,
  form,
  integer,
  must,
  one,
  photo,
  repeated,
  section,
  sections,
  signed,
  states,
  text,
  yesNo,
} from '../form-builder.ts'

/** Visit to a private building site. */
export const buildingWorks = form(
  'Inspección de obra privada | Inspection of private works',
  'Avance, correspondencia con los planos y seguridad de la obra. | Progress, agreement with the plans, and safety of the site.',
  {
    ...signed({ by: 'Director técnico o encargado' }, { by: 'Inspector', intern: true }),
    estados: states({
      Visitada: ['Conforme', 'Intimada', 'Paralizada'],
      Conforme: [],
      Intimada: ['Conforme', 'Paralizada'],
      Paralizada: ['Intimada'],
    }),
    secciones: sections(
      section('Obra | Works', '', [
        text('Expediente | File', must),
        text('Domicilio | Address', must),
        text('Nomenclatura catastral | Land register number'),
        text('Propietario | Owner', must),
        text('Director técnico | Technical director'),
        one(
          'Tipo de obra | Kind of works',
          [
            'Obra nueva | New building',
            'Ampliación | Extension',
            'Refacción | Refurbishment',
            'Demolición | Demolition',
          ],
          must,
        ),
        decimal('Superficie aprobada (m²) | Approved surface (m²)', must),
        text('Cartel de obra | Sign at the site', { ...must, ...photo }),
      ]),
      section('Avance | Progress', '', [
        one(
          'Etapa | Stage',
          [
            'Excavación | Excavation',
            'Fundaciones | Foundations',
            'Estructura | Structure',
            'Mampostería | Masonry',
            'Instalaciones | Installations',
            'Terminaciones | Finishing',
            'Terminada | Finished',
          ],
          must,
        ),
        integer('Avance estimado (%) | Estimated progress (%)', must),
        yesNo('¿Se ajusta a los planos? | Does it follow the plans?', must),
        text('Vista general | Overall view', { ...must, ...photo }),
      ]),
      conditional('Diferencias con lo aprobado | Differences from what was approved', '¿Qué no coincide?', {
        'Superficie | Surface': [decimal('Superficie medida (m²) | Surface measured (m²)', must)],
        'Retiros o altura | Set-backs or height': [
          text('Descripción | Description', must),
          text('Foto | Photo', photo),
        ],
        'Destino | Use': [text('Uso constatado | Use found', must)],
        'Sin permiso | Without a permit': [
          date('Inicio estimado | Estimated start'),
          yesNo('¿Se labró acta? | Was a record made?', must),
        ],
      }),
      section('Seguridad | Safety', '', [
        yesNo('¿Cerco y vallado? | Is the site fenced?', must),
        yesNo('¿Vereda transitable o pasarela? | Can people pass on the pavement?', must),
        yesNo('¿Personal con casco y arnés? | Do workers wear helmets and harnesses?', must),
        yesNo('¿Andamios firmes? | Are scaffolds firm?'),
      ]),
      repeated('Intimaciones | Orders', 'intimación | order', 'Una fila por orden. | One row for each.', [
        text('Qué debe hacerse | What is to be done'),
        date('Plazo | Term'),
      ]),
      section('Cierre | Conclusion', '', [text('Observaciones | Remarks')]),
    ),
  },
)
