import { date, decimal, integer, many, must, now, one, photo, repeated, section, sections, text, yesNo } from '../form-builder.ts'

const SPECIES = [
  'Fresno americano', 'Jacarandá', 'Lapacho rosado', 'Tipa', 'Plátano', 'Crespón', 'Siempreverde', 'Paraíso', 'Olmo', 'Algarrobo', 'Palo borracho',
  'Liquidámbar', 'Ciruelo de jardín', 'Acacia', 'No identificada',
] as const

/** Census of street trees: one answer for a block's side, one row for each further tree. */
export const treesForm = {
  titulo: 'Censo de arbolado público',
  descripcion: 'Un registro por frente de cuadra. El primer árbol es el número 1; agregar uno por cada árbol siguiente.',
  tituloAlternativeLanguage_en: 'Street tree census',
  // It has answers, and its texts can still be edited: the editor's locks can be seen at work.
  opcionales: { geolocalizacion: true, editableForm: true },
  secciones: sections(
    section('Cuadra', '', [
      date('Fecha del relevamiento', now),
      text('Calle', must),
      text('Entre calles'),
      one('Vereda', ['Norte', 'Sur', 'Este', 'Oeste'], must),
      decimal('Ancho de vereda (m)', must),
      integer('Cazuelas vacías', must),
      text('Vista general de la cuadra', photo),
    ]),
    repeated('Árbol', 'árbol | tree', 'Medir el perímetro del tronco a 1,30 m del suelo.', [
      one('Especie', SPECIES, { ...must, filtrable: true, seRepite: true }),
      decimal('Perímetro del tronco (cm)', { ...must, seRepite: false }),
      decimal('Altura estimada (m)', { ...must, seRepite: false }),
      one('Estado sanitario', ['Bueno', 'Regular', 'Malo', 'Seco'], must),
      many('Problemas observados', ['Raíces levantan la vereda', 'Toca cables', 'Ramas secas', 'Plagas', 'Inclinación peligrosa', 'Corteza dañada', 'Ninguno']),
      one('Intervención sugerida', ['Ninguna', 'Poda liviana', 'Poda de altura', 'Corte de raíces', 'Extracción'], must),
      text('Foto del árbol', photo),
    ]),
    section('Cierre', '', [yesNo('Requiere visita del ingeniero agrónomo', must), text('Observaciones')]),
  ),
}
