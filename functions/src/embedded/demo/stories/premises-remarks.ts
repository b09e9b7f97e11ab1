import type { Random } from '../random.ts'
import type { StoryValue } from './story.ts'

/** A remark, and the values that fit it. */
type Remark = readonly [string | null, Readonly<Record<string, StoryValue>>?]

const DOCUMENTS_GOOD: readonly Remark[] = [
  [null],
  [null],
  [null],
  ['Documentación completa y exhibida.'],
  ['Presenta constancia de pago de la tasa al día.'],
  ['Libro de inspecciones rubricado, última visita sin observaciones.'],
]
const DOCUMENTS_BAD: readonly Remark[] = [
  [
    'No exhibe certificado; manifiesta que está en trámite. Se le otorga plazo.',
    { 'Exhibe certificado de habilitación': false, 'Vencimiento de la habilitación': null },
  ],
  ['El certificado de desinfección venció el mes pasado.', { 'Certificado de desinfección vigente': false }],
  ['La habilitación está a nombre del titular anterior. Debe iniciar transferencia.'],
  ['Falta plano de evacuación firmado por profesional.', { 'Plano de evacuación aprobado': false }],
]
const HYGIENE_GOOD: readonly Remark[] = [
  [null],
  [null],
  ['Muy buenas condiciones generales.', { 'Limpieza general': 'Bueno' }],
  ['Depósito ordenado, mercadería separada del piso.'],
  ['Personal con cofia y delantal.'],
]
const HYGIENE_BAD: readonly Remark[] = [
  ['Grasa acumulada en campana y filtros.', { 'Limpieza general': 'Malo' }],
  ['Mercadería apoyada directamente en el piso del depósito.'],
  ['Recipientes de residuos sin tapa en el área de elaboración.', { 'Recipientes de residuos con tapa': false }],
  ['Se observan rastros de roedores detrás de las heladeras.', { 'Presencia de plagas': true }],
  ['Falta jabón y toallas descartables en el sanitario del personal.'],
]
const GENERAL_GOOD: readonly Remark[] = [
  [null],
  ['Se entrega copia del acta. Sin más que agregar.'],
  ['Local en condiciones. Se recomienda renovar la señalización de salida antes de fin de año.'],
  ['Atiende el encargado, muy buena predisposición durante todo el procedimiento.'],
  ['El titular consulta por ampliación de rubro; se lo orienta a Mesa de Entradas.'],
]
const GENERAL_MIDDLE: readonly Remark[] = [
  ['Se intima a regularizar lo observado dentro del plazo indicado.'],
  [
    'Debe recargar un extintor y despejar la salida trasera, usada como depósito.',
    { 'Extintores con carga vigente': false, 'Salidas libres de obstáculos': false },
  ],
  ['El encargado se compromete a tapar las cajas eléctricas esta semana.', { 'Cableado a la vista': true }],
  ['Queda notificado. Se programa reinspección al vencimiento del plazo.'],
  ['Luz de emergencia del salón no enciende. Resto en orden.', { 'Luces de emergencia en funcionamiento': false }],
]
const GENERAL_BAD: readonly Remark[] = [
  [
    'Riesgo para el público: tablero sin tapa al alcance de los clientes y salida bloqueada con cajones.',
    { 'Estado del tablero eléctrico': 'Malo', 'Salidas libres de obstáculos': false },
  ],
  ['Segunda vez que se observa lo mismo. El titular se niega a firmar.'],
  [
    'Se coloca faja de clausura en el acceso principal a la vista del titular.',
    { 'Resultado de la inspección': 'Clausura preventiva', 'Medidas adoptadas': ['Acta de constatación', 'Clausura'] },
  ],
  ['Local sin agua al momento de la inspección; igualmente seguía elaborando.', { 'Agua corriente apta': false }],
]

/**
 * Returns an inspector's remarks, by how well the shop is run, as values by title of the question. They override other
 * values.
 */
export function buildPremisesRemarks(
  random: Random,
  quality: number,
  closing: boolean,
): Readonly<Record<string, StoryValue>> {
  const good = quality > 0.9
  const [papers, describeDocuments] = random.pick(good || random.chance(0.5) ? DOCUMENTS_GOOD : DOCUMENTS_BAD)
  const [hygiene, describeHygiene] = random.pick(good || random.chance(quality * 0.6) ? HYGIENE_GOOD : HYGIENE_BAD)
  const others = closing ? GENERAL_BAD : GENERAL_MIDDLE
  const [general, describePremises] = random.pick(good ? GENERAL_GOOD : others)
  return {
    ...describeDocuments,
    ...describeHygiene,
    ...describePremises,
    'Observaciones sobre la documentación': papers,
    'Observaciones de higiene': hygiene,
    'Observaciones generales': general,
  }
}
