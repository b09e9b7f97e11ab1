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
  signed,
  states,
  text,
  yesNo,
} from '../form-builder.ts'

/** Inspection of a shop that asks for its permit, or is looked at again. */
export const shopInspection = form(
  'Inspección de comercio | Shop inspection',
  'Verificación de un local para su habilitación, su renovación o por una denuncia. | Check of premises for their permit, its renewal, or after a complaint.',
  {
    ...signed({ by: 'Responsable del local' }, { by: 'Inspector', intern: true }),
    estados: states({
      Inspeccionado: ['Con observaciones', 'Aprobado', 'Clausurado'],
      'Con observaciones': ['Aprobado', 'Clausurado'],
      Aprobado: [],
      Clausurado: ['Con observaciones'],
    }),
    secciones: sections(
      section('El local | The premises', '', [
        one(
          'Motivo de la visita | Reason for the visit',
          [
            'Habilitación | New permit',
            'Renovación | Renewal',
            'Denuncia | Complaint',
            'Control de rutina | Routine check',
          ],
          must,
        ),
        text('Nombre de fantasía | Trade name', must),
        text('Titular (nombre o razón social) | Holder', must),
        text('CUIT del titular | Tax number of the holder', {
          ayuda: 'Once cifras, sin guiones. | Eleven digits, without hyphens.',
        }),
        text('Domicilio del local | Address of the premises', must),
        text('Rubro declarado | Declared activity', must),
        decimal('Superficie cubierta (m²) | Covered surface (m²)', must),
        integer('Capacidad de personas | Capacity in people'),
        text('Frente del local | Front of the premises', { ...must, ...photo }),
      ]),
      section('Documentación | Papers', '', [
        yesNo('¿Exhibe la habilitación? | Is the permit displayed?', must),
        date('Vencimiento de la habilitación | Permit valid until'),
        yesNo('¿Tiene libre deuda municipal? | Are municipal fees paid?'),
        text('Habilitación exhibida | The permit as displayed', photo),
      ]),
      section('Seguridad e higiene | Safety and hygiene', '', [
        integer('Matafuegos en condiciones | Fire extinguishers in order', must),
        date('Vencimiento de carga más próximo | Next refill due'),
        yesNo('¿Salidas despejadas y señalizadas? | Are exits clear and signposted?', must),
        yesNo('¿Luces de emergencia funcionando? | Do emergency lights work?', must),
        yesNo('¿Disyuntor y tablero protegido? | Is there a circuit breaker and a covered panel?', must),
        one(
          'Estado general de limpieza | Overall cleanliness',
          ['Bueno | Good', 'Regular | Fair', 'Malo | Poor'],
          must,
        ),
      ]),
      conditional('Según la actividad | By activity', '¿Qué se hace en el local?', {
        'Elabora o vende alimentos | Makes or sells food': [
          yesNo('¿Carnets de manipulación vigentes? | Are food handler cards valid?', must),
          decimal('Temperatura de la heladera (°C) | Fridge temperature (°C)', { permiteNegativos: true }),
          yesNo('¿Control de plagas al día? | Is pest control up to date?', must),
        ],
        'Tiene música o espectáculos | Has music or shows': [
          decimal('Nivel sonoro medido (dB) | Sound level measured (dB)'),
          yesNo('¿Tiene permiso de espectáculo? | Is there a permit for shows?', must),
        ],
        'Guarda productos peligrosos | Stores dangerous goods': [
          many(
            '¿Cuáles? | Which?',
            ['Combustibles | Fuels', 'Gases | Gases', 'Solventes | Solvents', 'Pirotecnia | Fireworks'],
            must,
          ),
          yesNo('¿Depósito separado y ventilado? | Is the store separate and aired?', must),
        ],
      }),
      repeated('Faltas encontradas | Faults found', 'falta | fault', 'Una fila por falta. | One row for each.', [
        text('Falta | Fault'),
        one('Gravedad | Gravity', ['Leve | Minor', 'Grave | Serious', 'Muy grave | Very serious']),
        integer('Plazo para corregir (días) | Days to mend it'),
        text('Foto | Photo', photo),
      ]),
      section('Resultado | Outcome', '', [
        one(
          'Resultado de la inspección | Outcome of the inspection',
          [
            'Apto | Fit',
            'Apto con observaciones | Fit with remarks',
            'No apto | Not fit',
            'Clausura preventiva | Closed as a precaution',
          ],
          must,
        ),
        text('Observaciones | Remarks'),
      ]),
    ),
  },
)
