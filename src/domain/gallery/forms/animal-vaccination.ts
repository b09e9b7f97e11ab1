import {
  date,
  decimal,
  form,
  integer,
  must,
  now,
  one,
  repeated,
  section,
  sections,
  text,
  yesNo,
} from '../form-builder.ts'

/** Vaccination of pets in a neighbourhood, owner by owner. */
export const animalVaccination = form(
  'Vacunación antirrábica | Rabies vaccination',
  'Campaña gratuita en los barrios: un formulario por familia, una fila por animal. | Free campaign in the neighbourhoods: one form for each family, one row for each animal.',
  {
    secciones: sections(
      section('Puesto y responsable | Post and owner', '', [
        text('Puesto de vacunación | Vaccination post', must),
        date('Fecha | Date', now),
        text('Nombre del responsable | Name of the owner', must),
        text('Documento | Identity document', must),
        text('Domicilio | Address', must),
        text('Teléfono | Phone', { ayuda: 'Para avisar del refuerzo. | To tell of the next dose.' }),
      ]),
      repeated('Animales | Animals', 'animal | animal', '', [
        text('Nombre | Name', must),
        one('Especie | Species', ['Perro | Dog', 'Gato | Cat'], must),
        one('Sexo | Sex', ['Hembra | Female', 'Macho | Male'], must),
        integer('Edad en meses | Age in months', must),
        decimal('Peso (kg) | Weight (kg)'),
        yesNo('¿Está castrado? | Is it neutered?', must),
        text('Lote de la vacuna | Batch of the vaccine', { ...must, escaneable: true }),
        yesNo('¿Hubo alguna reacción? | Was there any reaction?'),
      ]),
      section('Cierre | Conclusion', '', [
        yesNo('¿Pidió turno de castración? | Was an appointment for neutering asked for?'),
        text('Observaciones | Remarks'),
      ]),
    ),
  },
)
