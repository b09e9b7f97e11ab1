import { citizenSchema } from '#domain/citizens/index.ts'
import type { User } from '#domain/users/index.ts'
import { formatLocalDate, formatLocalTime } from '../calendar.ts'
import { findPhoto, listPhotosOfKind, type DemoFile } from '../photos/index.ts'
import type { Random } from '../random.ts'
import { generateAddress, generateCuit, generatePersonName, generatePhone } from '../vocabulary.ts'
import { buildPremisesRemarks } from './premises-remarks.ts'
import { inventValue, type Story } from './story.ts'

const DAY = 86_400_000

const TRADES = [
  {
    rubro: 'Gastronomía',
    facade: 'gastronomia',
    names: [
      'La Cantina del Gallego',
      'Bar Rivadavia',
      'Doña Tota',
      'El Patio de Güemes',
      'Sabores del Norte',
      'Pizzería Tres Esquinas',
      'Lomitos Don Cacho',
    ],
  },
  {
    rubro: 'Almacén o despensa',
    facade: 'almacen',
    names: [
      'Almacén El Trébol',
      'Despensa Yoli',
      'Autoservicio San Cayetano',
      'Lo de Cholo',
      'Despensa La Nueva',
      'Maxikiosco El Paso',
    ],
  },
  {
    rubro: 'Panadería',
    facade: 'panaderia',
    names: ['Panadería La Espiga', 'Medialunas del Cerro', 'Panificadora Italia', 'La Flor del Trigo'],
  },
  { rubro: 'Carnicería', facade: 'otro', names: ['Carnes El Ternero', 'Carnicería Los Hermanos', 'La Res'] },
  { rubro: 'Indumentaria', facade: 'indumentaria', names: ['Tienda Mía', 'Jeans & Co', 'Modas Elvira', 'La Percha'] },
  { rubro: 'Farmacia', facade: 'otro', names: ['Farmacia Cofico', 'Farmacia del Pueblo'] },
  {
    rubro: 'Ferretería',
    facade: 'ferreteria',
    names: ['Ferretería El Tornillo', 'Casa Bertone', 'Ferretería Alberdi'],
  },
  { rubro: 'Taller', facade: 'otro', names: ['Taller Hnos. Vaca', 'Frenos y Embragues Lito'] },
  { rubro: 'Peluquería', facade: 'otro', names: ['Estilo Norma', 'Barbería 1922'] },
] as const

/** A visit to a shop. `quality` between 0 and 1 is how well it is run, and decides most of the values. */
export function buildPremisesStory(random: Random, moment: number, inspector: User): Story {
  const quality = random.weighted([
    [0.95, 50],
    [0.75, 35],
    [0.4, 15],
  ])
  const good = (): boolean => random.chance(quality)
  const trade = random.weighted(TRADES.map((each) => [each, each.names.length] as const))
  const owner = generatePersonName(random)
  const { street, number, district } = generateAddress(random, 'cordoba')
  const company = random.chance(0.45)
  const businessName = company ? `${owner.lastName} e Hijos S.R.L.` : `${owner.firstName} ${owner.lastName}`
  const taxNumber = generateCuit(random, company ? 30 : random.pick([20, 27]))
  const food = ['Gastronomía', 'Almacén o despensa', 'Panadería', 'Carnicería'].includes(trade.rubro)
  const alcohol = food && trade.rubro !== 'Panadería' && trade.rubro !== 'Carnicería' && random.chance(0.7)
  const pavement = trade.rubro === 'Gastronomía' && random.chance(0.6)
  const surface = random.int(180, trade.rubro === 'Gastronomía' ? 2400 : 1100) / 10
  const extinguishers = Math.max(1, Math.ceil(surface / 70))
  const reason = random.weighted([
    ['Rutina', 45],
    ['Renovación', 20],
    ['Habilitación nueva', 15],
    ['Denuncia', 12],
    ['Reinspección', 8],
  ])
  const closing = quality < 0.5 && random.chance(0.55)
  const condition = (): string =>
    random.weighted([
      ['Bueno', quality * 10],
      ['Regular', 3],
      ['Malo', (1 - quality) * 6],
    ])
  const { firstName, lastName } = generatePersonName(random)
  const addPhotoSometimes = (kind: 'certificate' | 'extinguisher' | 'kitchen', often: number): DemoFile | null =>
    random.chance(often) ? random.pick(listPhotosOfKind(kind)) : null
  return {
    values: {
      'Fecha de la inspección': formatLocalDate(moment),
      'Hora de inicio': formatLocalTime(moment - random.int(20, 70) * 60_000),
      'Motivo de la inspección': reason,
      'Número de expediente': random.chance(0.8)
        ? `${random.int(10_000, 98_000)}/${formatLocalDate(moment).slice(2, 4)}`
        : null,
      'Cantidad de inspectores intervinientes': random.weighted([
        [2, 8],
        [1, 3],
        [3, 1],
      ]),
      'Nombre de fantasía': random.pick(trade.names),
      'Razón social o titular': businessName,
      CUIT: `${taxNumber.slice(0, 2)}-${taxNumber.slice(2, 10)}-${taxNumber.slice(10)}`,
      'Calle y número': `${street} ${number}`,
      Barrio: district,
      'Rubro principal': trade.rubro,
      'Rubros anexos': [
        ...(alcohol ? ['Venta de bebidas alcohólicas'] : []),
        ...(food && random.chance(0.5) ? ['Elaboración propia'] : []),
        ...(food && random.chance(0.4) ? ['Reparto a domicilio'] : []),
        ...(pavement ? ['Mesas en la vereda'] : []),
      ],
      'Superficie cubierta (m²)': surface,
      'Capacidad máxima autorizada (personas)': trade.rubro === 'Gastronomía' ? Math.round(surface / 2) : null,
      'Teléfono de contacto': random.chance(0.7) ? generatePhone(random, 'cordoba') : null,
      'Fachada del local': null,
      'Vencimiento de la habilitación': formatLocalDate(moment + random.int(quality > 0.5 ? 20 : -300, 1200) * DAY),
      'Certificado de habilitación (foto)': null,
      'Cantidad de extintores': quality > 0.5 ? extinguishers : Math.max(1, extinguishers - 1),
      'Próximo vencimiento de carga': formatLocalDate(moment + random.int(quality > 0.5 ? 10 : -120, 340) * DAY),
      'Tarjeta del extintor (foto)': null,
      'Cantidad de salidas': random.weighted([
        [1, 7],
        [2, 3],
      ]),
      'Ancho de la salida principal (m)': random.pick([0.8, 0.9, 1.1, 1.4, 1.8]),
      'Estado del tablero eléctrico': condition(),
      'Cableado a la vista': !good(),
      'Instalación de gas': food
        ? random.pick(['Gas natural', 'Gas natural', 'Garrafas'])
        : random.pick(['No tiene', 'Gas natural']),
      'Estado de pisos y paredes': condition(),
      'Estado de cielorrasos': condition(),
      'Cantidad de sanitarios': random.int(1, 3),
      'Limpieza general': condition(),
      'Presencia de plagas': random.chance((1 - quality) * 0.5),
      'Temperatura de heladeras (°C)': random.int(20, quality > 0.5 ? 60 : 110) / 10,
      'Área de elaboración (foto)': null,
      'Hora de cierre declarada': random.pick(['22:00', '23:30', '00:00', '02:00']),
      'Cantidad de mesas': random.int(3, 14),
      'Paso peatonal libre (m)': random.pick([1.2, 1.5, 1.8, 2]),
      ...pickOutcome(quality, closing),
      'Plazo de regularización (días)': quality > 0.9 || closing ? null : random.pick([5, 10, 15, 30]),
      ...buildPremisesRemarks(random, quality, closing),
    },
    photos: {
      'Fachada del local': findPhoto('facade', trade.facade) ?? null,
      'Certificado de habilitación (foto)': addPhotoSometimes('certificate', 0.6),
      'Tarjeta del extintor (foto)': addPhotoSometimes('extinguisher', 0.5),
      'Área de elaboración (foto)': addPhotoSometimes('kitchen', 0.6),
    },
    conditions: [
      ...(food ? ['Elabora o vende alimentos'] : []),
      ...(alcohol ? ['Vende bebidas alcohólicas'] : []),
      ...(pavement ? ['Usa la vereda'] : []),
    ],
    rows: 0,
    header: {
      citizen: citizenSchema.parse({
        id: `c${taxNumber}`,
        tipo: company ? 'juridica' : 'fisica',
        nombre: company ? businessName : owner.firstName,
        apellido: company ? 'Dummy' : owner.lastName,
        cuit: company ? taxNumber : '',
        dni: company ? '' : taxNumber.slice(2, 10),
        calle: `${street} ${number}`,
        telefono: generatePhone(random, 'cordoba').replace(/\D/g, ''),
      }),
    },
    signed: [
      {
        indexSignature: 0,
        firstName: inspector.firstName,
        lastName: inspector.lastName,
        image: pickSignature(inspector.id),
      },
      ...(random.chance(0.85)
        ? [{ indexSignature: 1, firstName, lastName, image: pickSignature(`${firstName}${lastName}`, inspector.id) }]
        : []),
    ],
    otherwise: (question) => inventValue(random, question, quality, ['Sin novedades.']),
  }
}

function pickOutcome(quality: number, closing: boolean) {
  const [result, measures] = pickResult(quality, closing)
  return { 'Resultado de la inspección': result, 'Medidas adoptadas': measures }
}

function pickResult(quality: number, closing: boolean): readonly [string, readonly string[]] {
  if (closing) return ['Clausura preventiva', ['Acta de constatación', 'Clausura']]
  if (quality > 0.9) return ['Sin observaciones', ['Ninguna']]
  return ['Con observaciones', ['Acta de constatación', 'Intimación']]
}

/** The signature of a person: always the same, and never that of `unlike`, who signs beside them. */
function pickSignature(person: string, unlike?: string): DemoFile {
  const all = listPhotosOfKind('signature')
  const otherFile = unlike === undefined ? undefined : pickSignature(unlike)
  const free = all.filter((file) => file !== otherFile)
  const sum = [...person].reduce((total, letter) => (total * 31 + letter.charCodeAt(0)) % 9973, 7)
  const file = free[sum % free.length]
  if (file === undefined) throw new Error('No signature was drawn')
  return file
}
