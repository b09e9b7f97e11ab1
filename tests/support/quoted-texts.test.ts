import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { verifyMuniCoreUser } from '#domain/integrations/index.ts'

/*
 * Texts that the specification quotes and the screens show, letter by letter and with their misspellings ("imágen",
 * "valida", "esta", "mb"), because users know them from the predecessor and manuals cite them. Fails when an edit of a
 * catalogue loses one. A new screen adds its own.
 */
const SPANISH = [
  // part 1: frame, session, forms list
  'Todas',
  'Total Formularios: {0}',
  'No se encontraron formularios con ese nombre',
  'No se encontraron formularios para el área seleccionada',
  'No se encontraron resultados',
  'Error al cargar la información, intente nuevamente.',
  'Debe seleccionar un Área Gubernamental',
  'El Formulario fue duplicado correctamente',
  'Ocurrió un error al duplicar el formulario, por favor inténtelo nuevamente',
  'Esta acción eliminará el formulario y todas sus respuestas asociadas',
  'El formulario no tiene respuestas asociadas',
  'El formulario se eliminó correctamente',
  'Ocurrió un error al borrar el formulario, por favor intente nuevamente',
  'Se ha producido un error al obtener la lista de Países, por favor recargue la página.',
  'Se ha producido un error al obtener la lista de Municipios, por favor recargue la página.',
  'Se ha producido un error al obtener la lista de Áreas del Municipio, por favor recargue la página.',
  'Hubo un error al obtener los datos, por favor recargue la página nuevamente',
  'Hubo un error al obtener las Áreas del Municipio',
  'Error obteniendo datos de sesión.',
  'Acceso denegado. Municipio bloqueado',
  // part 1, points 2, 5 and 8: users and areas
  'No existen resultados.',
  'Se deben completar todos los campos requeridos.',
  'Sólo puedo seleccionar un Rol',
  'Ya existe un usuario con el nombre ingresado.',
  'Ocurrió un error al comunicarse con MuniDigital.',
  'El nombre de usuario no es válido.',
  'Ocurrió un error al verificar el usuario en MuniGestión',
  'Ocurrió un error, no se ha podido crear el usuario.',
  'Se debe seleccionar al menos un área.',
  'El municipio actual no esta asociado a un municipio de MuniDigital.',
  'Usuario creado correctamente',
  'Error al cargar usuario',
  'No hay usuarios asociados a esta área',
  'El nombre no puede estar vacío',
  'Área creada correctamente',
  'Área actualizada correctamente',
  'Área eliminada correctamente',
  'Ocurrió un error en el proceso de edición',
  'Ocurrió un error al eliminar el área',
  'Error al verificar restricciones del área',
  'Lo sentimos, algo salió mal...',
  'Regresar al home',
  // part 1, points 5 and 8: municipalities
  'Debe ingresar un nombre de Municipio.',
  'Debe ingresar una palabra clave.',
  'Debe ingresar un ID para MuniDigital.',
  'El ID de Municipio debe ser válido.',
  'Palabra clave no válida. Debe tener dos o más letras y deben estar en mayúsculas.',
  'Debe seleccionar una provincia.',
  'Municipio creado correctamente.',
  'Municipio editado correctamente.',
  'ERROR: No se ha podido obtener los datos del municipio.',
  // part 2, points 4 and 8: the form editor
  'El formulario fue creado correctamente',
  'El formulario fue editado correctamente',
  'Error al guardar el formulario, intente nuevamente más tarde.',
  'No existe el formulario que se intenta cargar',
  // part 2, point 5: problems that prevent saving a form
  'La imagen es demasiado grande',
  'Ocurrió un error al subir la imagen, por favor intente nuevamente',
  'Ocurrió un error al eliminar la imagen, por favor intente nuevamente',
  'Imagen cargada correctamente',
  'Ocurrió un error al obtener la Áreas de MuniCore, por favor intente nuevamente',
  // part 2, point 5: what keeps a form from being saved
  'Debe ingresar un título',
  'Debe seleccionar un área',
  'Debe adjuntar una imagen',
  'Debe seleccionar una agenda',
  'Debe seleccionar al menos una opción para sincronizar con MuniGestion',
  'El título del formulario no puede superar los 75 caracteres para crear un incidente en MuniGestion',
  'Debe seleccionar un área para crear un incidente',
  'Debe ingresar un número de respuestas',
  'El formulario debe tener al menos una sección',
  'El formulario debe tener al menos una pregunta',
  'Hay preguntas combinadas sin guardar. Debe guardarlas antes de continuar.',
  'El campo no puede estar vacío',
  'El estado ya existe',
  // part 3, point 2: answering, confirmation, lists
  'Expandir secciones',
  'Contraer secciones',
  'Sección {number}',
  'Quitar',
  'Volver',
  'Ver Respuesta',
  'No hay destinatario',
  'La respuesta se registró correctamente',
  'La respuesta se guardó correctamente',
  'Conexión a internet perdida',
  'Sin transiciones',
  // part 3, point 5: validation
  'Debe contestar con un número entero válido.',
  'Debe contestar con un número decimal válido.',
  '* Firma requerida',
  'El ciudadano es obligatorio',
  'La dirección es obligatoria',
  'Ingrese un CUIT válido',
  'Ingrese un DNI válido',
  'El DNI no es válido',
  'La Razón social y el CUIT son obligatorios',
  'El Nombre, Apellido y DNI son obligatorios',
  'El correo electrónico no es válido',
  'El nombre no es válido',
  'El apellido no es válido',
  'La calle no es valida',
  'El teléfono no es válido',
  'La imágen es demasiado grande',
  'Formato de archivo inválido',
  'El archivo es demasiado grande. El máximo permitido es de 5 MB.',
  'El archivo KML/KMZ es demasiado grande. El tamaño máximo permitido es de 50 MB.',
  'Archivo muy pesado. El archivo no debe exceder 1 mb.',
  'Formato de imagen incorrecto. Ingrese una imagen con extensión PNG',
  'Falta subir imagen',
  // part 3, point 8: errors
  'Ha ocurrido un error al subir el documento seleccionado. Por favor vuelva a intentarlo.',
  'Documento guardado',
  'Imágen guardada',
  'El formulario a contestar no existe.',
  'El formulario que desea contestar no existe o ha sido eliminado.',
  'No tiene permisos para ver el formulario porque no esta entre sus áreas gubernamentales.',
  'Confirma que desea cambiar el usuario?',
  'Error al buscar ciudadano en MuniDigital. Por favor intente nuevamente.',
  'Error al crear ciudadano en MuniDigital. Por favor intente nuevamente.',
  'La Persona Jurídica fue creada correctamente',
  'El ciudadano fue creado correctamente',
  'No existe la respuesta.',
  'No se ha encontrado la respuesta para editar.',
  'Ha ocurrido un error al cargar la respuesta para editar.',
  'Ha ocurrido un error al guardar la respuesta.',
  // with a full stop, because the reason follows
  'Hubo un error al guardar la respuesta, por favor intente nuevamente.',
  'Estado actualizado correctamente',
  'No se pudo actualizar el estado',
  'Confirma que desea eliminar la respuesta?',
  'La respuesta se eliminó correctamente',
  'Mensaje enviado correctamente',
  'Error al cargar la información. Si el problema persiste, comuníquese con el municipio.',
  'Ha ocurrido un error al enviar el email, por favor intente nuevamente',
  "Recuerde presionar el boton '+' al ingresar un email.",
  'Su respuesta ha sido guardada correctamente. ¿Desea cancelar el envío de e-mail?',
  'Ocurrió un error al enviar el mensaje',
  'En revisión',
  'A corregir',
  'Aprobado',
  'Ocurrió un error, por favor intente nuevamente',
  // with a full stop, because the reason follows
  'Error al guardar respuesta.',
  // part 3, points 2 and 8: PDFs and records
  'PDF generado correctamente',
  'Error al generar el PDF',
  'El archivo PDF se descargó correctamente',
  'Ocurrió un error al descargar el archivo PDF',
  'Consultar Acta',
  'Buscar...',
  'El acta se descargó correctamente',
  'Ocurrió un error al descargar el acta',
] as const

/** Quoted in English; they are the sources of their translations. */
const ENGLISH = [
  'Page Not Found',
  'The requested URL was not found.',
  'Forbidden',
  'Repeat section',
  '* Conditional section required',
  '* Required answer',
  'Save answer',
  'Some required fields are missing.',
  'To upload the signature you need to complete the name of the signatary',
  'limit responses reached',
  'Form already answered',
  'There are no answers available.',
  'New Answer',
  'Download Answer',
  'Save answer and send email',
  'Save response and take a appointment.',
  'Continue to appointment booking',
  'Error while creating incident.',
  'Please enter a valid address',
  'invalid document format',
  'An answer to edit could not be found.',
  'There are no changes',
  'You must make at least one change before you can save the answer.',
  'Check that all the answers are valid',
  'Cancel correction',
  'View observations',
  'This action will remove the user already assigned',
  'Initial',
  'Current',
] as const

/**
 * Sent by calls instead of our codes (part 1, point 7): read by other programs, and checked by the tests of the call.
 */
const OF_CALLS = ['muni username exists', 'municore backend error'] as const

describe('texts that the specification quotes', () => {
  const catalogues = [
    '',
    ...readdirSync('locales', { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('/en.po'))
      .map((path) => path.slice(0, -'en.po'.length)),
  ]
  const spanish = new Set(catalogues.flatMap((room) => texts(`locales/${room}es.po`, 'msgstr')))
  const english = new Set(catalogues.flatMap((room) => texts(`locales/${room}en.po`, 'msgid')))

  it.each(SPANISH)('Spanish: %s', (text) => {
    expect(spanish).toContain(text)
  })

  it.each(ENGLISH)('English: %s', (text) => {
    expect(english).toContain(text)
  })

  it.each(OF_CALLS)('said by verifyMuniCoreUser: %s', (text) => {
    expect(Object.values(verifyMuniCoreUser.messages)).toContain(text)
  })
})

/** All texts of a catalogue under this keyword; a long one may continue on several quoted lines. */
function texts(file: string, keyword: 'msgid' | 'msgstr'): readonly string[] {
  const found = readFileSync(file, 'utf8').matchAll(new RegExp(`^${keyword} ((?:".*"\\n)+)`, 'gm'))
  return [...found].map(([, quoted = '']) =>
    quoted
      .trimEnd()
      .split('\n')
      .map((line) => String(JSON.parse(line)))
      .join(''),
  )
}
