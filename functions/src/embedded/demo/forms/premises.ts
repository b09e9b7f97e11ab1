import { conditional, date, decimal, heading, integer, link, many, must, now, one, photo, section, sections, states, text, time, yesNo } from '../form-builder.ts'

/** Found anew at each visit. */
const finding = { seRepite: false } as const
const CONDITION = ['Bueno', 'Regular', 'Malo'] as const

/** Inspection of commercial premises: 65 questions, of which an inspector answers 50 to 60. */
export const premisesForm = {
  titulo: 'Inspección de local comercial',
  descripcion: 'Control de habilitación, seguridad e higiene de locales con atención al público.',
  tituloAlternativeLanguage_en: 'Inspection of commercial premises',
  opcionales: { ciudadano: true, digitalSignature: true, signatureEditableAnswer: true, pdfDownloadCode: true, startLikeLast: true },
  estados: states({
    Pendiente: ['Observado', 'Aprobado', 'Clausurado'],
    Observado: ['Aprobado', 'Clausurado'],
    Aprobado: [],
    Clausurado: ['Observado'],
  }),
  signatures: [
    { title: 'Inspector actuante', typeOfSignature: 'draw', tipeOfSignatory: 'intern', indexSignature: 0, required: true },
    { title: 'Titular o encargado', typeOfSignature: 'draw', tipeOfSignatory: 'citizen', indexSignature: 1, required: false },
  ],
  secciones: sections(
    section('Datos del procedimiento', 'Completar antes de ingresar al local.', [
      date('Fecha de la inspección', now),
      time('Hora de inicio', now),
      one('Motivo de la inspección', ['Habilitación nueva', 'Renovación', 'Rutina', 'Denuncia', 'Reinspección'], must),
      text('Número de expediente', { escaneable: true }),
      integer('Cantidad de inspectores intervinientes'),
      link('Normativa aplicable', 'Digesto municipal', 'https://relevo.example/digesto'),
    ]),
    section('Datos del local', 'Según el certificado a la vista.', [
      text('Nombre de fantasía', must),
      text('Razón social o titular', must),
      text('CUIT', must),
      text('Calle y número', must),
      one(
        'Barrio',
        [
          'Centro', 'Nueva Córdoba', 'Güemes', 'Alberdi', 'General Paz', 'Alta Córdoba', 'Cofico', 'San Vicente', 'Jardín', 'Cerro de las Rosas',
          'Argüello', 'Villa Cabrera', 'Los Naranjos', 'Observatorio', 'Yofre', 'Pueyrredón',
        ],
        { ...must, filtrable: true, seRepite: true },
      ),
      one('Rubro principal', ['Gastronomía', 'Almacén o despensa', 'Panadería', 'Carnicería', 'Indumentaria', 'Farmacia', 'Ferretería', 'Taller', 'Peluquería', 'Otro'], { ...must, seRepite: true }),
      many('Rubros anexos', ['Venta de bebidas alcohólicas', 'Elaboración propia', 'Reparto a domicilio', 'Mesas en la vereda', 'Música en vivo', 'Depósito'], { seRepite: true }),
      decimal('Superficie cubierta (m²)', must),
      integer('Capacidad máxima autorizada (personas)'),
      text('Teléfono de contacto'),
      text('Fachada del local', { ...must, ...photo }),
    ]),
    section('Documentación', 'Debe estar exhibida o disponible en el local.', [
      yesNo('Exhibe certificado de habilitación', must),
      date('Vencimiento de la habilitación'),
      yesNo('Presenta libro de inspecciones', must),
      yesNo('Certificado de desinfección vigente', must),
      yesNo('Seguro de responsabilidad civil vigente'),
      yesNo('Plano de evacuación aprobado'),
      yesNo('Contrato de recolección de aceites usados'),
      text('Certificado de habilitación (foto)', photo),
      text('Observaciones sobre la documentación', finding),
    ]),
    section('Seguridad contra incendios', '', [
      heading('Extintores'),
      integer('Cantidad de extintores', must),
      yesNo('Extintores con carga vigente', must),
      date('Próximo vencimiento de carga'),
      text('Tarjeta del extintor (foto)', photo),
      heading('Medios de escape'),
      integer('Cantidad de salidas', must),
      decimal('Ancho de la salida principal (m)', must),
      yesNo('Salidas libres de obstáculos', must),
      yesNo('Puertas que abren hacia afuera'),
      yesNo('Luces de emergencia en funcionamiento', must),
      yesNo('Señalización de salida visible'),
    ]),
    section('Instalaciones', '', [
      one('Estado del tablero eléctrico', CONDITION, must),
      yesNo('Disyuntor diferencial', must),
      yesNo('Cableado a la vista'),
      one('Instalación de gas', ['Gas natural', 'Garrafas', 'No tiene'], must),
      one('Estado de pisos y paredes', CONDITION, must),
      one('Estado de cielorrasos', CONDITION),
      yesNo('Rampa o acceso sin desnivel', must),
      yesNo('Sanitario accesible'),
      integer('Cantidad de sanitarios'),
    ]),
    section('Higiene', '', [
      one('Limpieza general', CONDITION, must),
      yesNo('Agua corriente apta', must),
      yesNo('Recipientes de residuos con tapa', must),
      yesNo('Presencia de plagas', must),
      yesNo('Ventilación suficiente'),
      text('Observaciones de higiene', finding),
    ]),
    conditional('Actividades con control adicional', 'Actividades que se desarrollan en el local', {
      'Elabora o vende alimentos': [
        yesNo('Personal con carnet de manipulador', must),
        decimal('Temperatura de heladeras (°C)', must),
        yesNo('Alimentos sin fecha vencida', must),
        text('Área de elaboración (foto)', photo),
      ],
      'Vende bebidas alcohólicas': [
        yesNo('Cartel de prohibición de venta a menores', must),
        time('Hora de cierre declarada'),
      ],
      'Usa la vereda': [integer('Cantidad de mesas', must), decimal('Paso peatonal libre (m)', must)],
    }),
    section('Resultado', 'El resultado queda sujeto a la revisión del área.', [
      one('Resultado de la inspección', ['Sin observaciones', 'Con observaciones', 'Clausura preventiva'], must),
      many('Medidas adoptadas', ['Acta de constatación', 'Intimación', 'Decomiso de mercadería', 'Clausura', 'Ninguna'], must),
      integer('Plazo de regularización (días)', finding),
      text('Observaciones generales', finding),
    ]),
  ),
}
