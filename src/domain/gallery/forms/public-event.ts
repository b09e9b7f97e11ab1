import {
  conditional,
  date,
  form,
  integer,
  many,
  must,
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

/** Check of a show or a fair before its doors are opened. */
export const publicEvent = form(
  'Control de evento público | Check of a public event',
  'Antes de abrir las puertas: permiso, capacidad, salidas y servicios. | Before doors open: permit, capacity, exits and services.',
  {
    ...signed({ by: 'Organizador' }, { by: 'Inspector', intern: true }),
    estados: states({
      Controlado: ['Autorizado', 'Suspendido'],
      Suspendido: ['Autorizado'],
      Autorizado: ['Suspendido'],
    }),
    secciones: sections(
      section('Evento | Event', '', [
        text('Nombre del evento | Name of the event', must),
        text('Lugar | Place', must),
        text('Organizador y teléfono | Organiser and phone', must),
        date('Fecha | Date', must),
        time('Hora de apertura | Doors open at', must),
        time('Hora de cierre | Closes at', must),
        text('Número de permiso | Permit number', must),
        integer('Capacidad autorizada | Authorised capacity', must),
        integer('Personas presentes al control | People present at the check'),
      ]),
      section('Seguridad | Safety', '', [
        integer('Salidas de emergencia libres | Free emergency exits', must),
        integer('Matafuegos | Fire extinguishers', must),
        yesNo('¿Luces de emergencia? | Emergency lights?', must),
        yesNo('¿Estructuras certificadas? | Are structures certified?', must),
        yesNo('¿Ambulancia en el lugar? | Is an ambulance there?', must),
        integer('Personal de seguridad | Security staff', must),
        text('Foto del ingreso | Photo of the entrance', photo),
      ]),
      conditional('Además hay | There is also', '¿Qué más hay en el evento?', {
        'Venta de alimentos | Food on sale': [
          integer('Puestos | Stalls', must),
          yesNo('¿Todos con carnet? | Do all have cards?', must),
        ],
        'Venta de alcohol | Alcohol on sale': [
          yesNo('¿Control de edad? | Is age checked?', must),
          time('Fin de la venta | Sale ends at', must),
        ],
        'Pirotecnia | Fireworks': [text('Responsable habilitado | Licensed person', must)],
        'Corte de calle | Street closed to traffic': [
          text('Calles | Streets', must),
          yesNo('¿Aviso a tránsito? | Was traffic told?', must),
        ],
      }),
      section('Resultado | Outcome', '', [
        one(
          'Resultado | Outcome',
          [
            'Puede abrir | May open',
            'Puede abrir con condiciones | May open under conditions',
            'No puede abrir | May not open',
          ],
          must,
        ),
        many('Condiciones | Conditions', [
          'Reducir capacidad | Fewer people',
          'Despejar salidas | Clear exits',
          'Sumar seguridad | More security',
          'Bajar el volumen | Less noise',
        ]),
        text('Observaciones | Remarks'),
      ]),
    ),
  },
)
