import {
  date,
  decimal,
  form,
  integer,
  many,
  must,
  now,
  one,
  photo,
  repeated,
  section,
  sections,
  text,
  yesNo,
} from '../form-builder.ts'

/** Census of the trees of one block. */
export const streetTrees = form(
  'Censo de arbolado | Census of street trees',
  'Un formulario por cuadra, una fila por árbol. | One form for each block, one row for each tree.',
  {
    opcionales: { geolocalizacion: true },
    secciones: sections(
      section('La cuadra | The block', '', [
        text('Calle | Street', must),
        text('Entre calles | Between', must),
        one(
          'Vereda | Side',
          ['Par | Even numbers', 'Impar | Odd numbers', 'Plaza o cantero | Square or central strip'],
          must,
        ),
        date('Fecha del relevamiento | Date', now),
        integer('Cazuelas vacías | Empty tree pits'),
      ]),
      repeated(
        'Árboles | Trees',
        'árbol | tree',
        'En el orden de la numeración. | In the order of the house numbers.',
        [
          text('Frente al número | In front of number', must),
          one(
            'Especie | Species',
            [
              'Fresno | Ash',
              'Jacarandá | Jacaranda',
              'Lapacho | Trumpet tree',
              'Plátano | Plane',
              'Paraíso | Chinaberry',
              'Tipa | Tipuana',
              'Olmo | Elm',
              'Crespón | Crape myrtle',
              'Otra | Other',
              'No se reconoce | Not recognised',
            ],
            { ...must, filtrable: true },
          ),
          decimal('Perímetro del tronco a 1,30 m (cm) | Girth at 1.30 m (cm)', must),
          decimal('Altura estimada (m) | Estimated height (m)'),
          one('Estado sanitario | Health', ['Bueno | Good', 'Regular | Fair', 'Malo | Poor', 'Seco | Dead'], must),
          many('Problemas | Problems', [
            'Ramas secas | Dead branches',
            'Inclinado | Leaning',
            'Hueco en el tronco | Hollow trunk',
            'Plagas | Pests',
            'Toca cables | Touches cables',
            'Rompe la vereda | Breaks the pavement',
          ]),
          one(
            'Intervención sugerida | Suggested work',
            ['Ninguna | None', 'Poda | Pruning', 'Tratamiento | Treatment', 'Extracción | Removal'],
            must,
          ),
          yesNo('¿Es urgente? | Is it urgent?'),
          text('Foto | Photo', photo),
        ],
      ),
    ),
  },
)
