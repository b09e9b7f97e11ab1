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

/** Food hygiene: kitchens, shops and what is taken for the laboratory. */
export const foodControl = form(
  'Control bromatológico | Food hygiene check',
  'Condiciones de elaboración, conservación y venta de alimentos. | How food is made, kept and sold.',
  {
    ...signed({ by: 'Responsable presente' }, { by: 'Bromatólogo', intern: true }),
    estados: states({
      Controlado: ['En laboratorio', 'Conforme', 'Con infracción'],
      'En laboratorio': ['Conforme', 'Con infracción'],
      Conforme: [],
      'Con infracción': ['Conforme'],
    }),
    secciones: sections(
      section('Establecimiento | Establishment', '', [
        text('Nombre | Name', must),
        text('Domicilio | Address', must),
        one(
          'Tipo | Kind',
          [
            'Restaurante o bar | Restaurant or bar',
            'Panadería | Bakery',
            'Carnicería | Butcher',
            'Supermercado | Supermarket',
            'Fábrica de alimentos | Food factory',
            'Puesto o feria | Stall or fair',
            'Comedor escolar | School canteen',
          ],
          must,
        ),
        integer('Personas que manipulan alimentos | People who handle food', must),
        integer('Carnets de manipulación vigentes | Valid food handler cards', must),
      ]),
      section('Cocina y depósito | Kitchen and store', '', [
        yesNo('¿Agua segura? | Is the water safe?', must),
        yesNo('¿Superficies lavables y limpias? | Are surfaces washable and clean?', must),
        yesNo('¿Crudos y cocidos separados? | Are raw and cooked food apart?', must),
        yesNo('¿Hay signos de plagas? | Are there signs of pests?', must),
        text('Foto de la cocina | Photo of the kitchen', photo),
      ]),
      repeated('Equipos de frío | Cold storage', 'equipo | unit', 'Una fila por equipo. | One row for each.', [
        text('Equipo | Unit'),
        decimal('Temperatura medida (°C) | Temperature measured (°C)', { permiteNegativos: true }),
        one('¿Es la que corresponde? | Is it as it should be?', ['Sí | Yes', 'No | No']),
      ]),
      conditional('Medidas | Measures', '¿Qué se hizo?', {
        'Se tomaron muestras | Samples were taken': [
          text('Producto | Product', must),
          text('Número de precinto | Seal number', must),
          integer('Cantidad de muestras | Number of samples', must),
        ],
        'Se decomisó mercadería | Goods were seized': [
          text('Producto y motivo | Product and reason', must),
          decimal('Cantidad (kg) | Quantity (kg)', must),
          text('Foto | Photo', photo),
        ],
        'Se dio un plazo | A term was given': [
          text('Qué debe corregirse | What is to be mended', must),
          date('Hasta | Until', must),
        ],
      }),
      section('Cierre | Conclusion', '', [
        one(
          'Resultado | Outcome',
          ['Conforme | In order', 'Con observaciones | With remarks', 'No conforme | Not in order'],
          must,
        ),
        text('Observaciones | Remarks'),
      ]),
    ),
  },
)
