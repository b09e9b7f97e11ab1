import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

/*
 * Messages of the specification (part 3, points 4 and 8) on lists, views, edits, corrections, states, requests,
 * exports, PDFs and messages: each with its English text, as tests read it, and the test whose screen shows it.
 * Messages without a test are listed below with the reason.
 */
const VIEW = 'src/features/answer-view'
const LIST = 'src/features/answers-list'
const CHANGE = 'src/features/answering/change/change-screen.test.tsx'
const FILES = 'src/features/answering/attachments/attachment.test.tsx'
const MESSAGES = `${VIEW}/answer-messages.test.tsx`
const CITIZENS = 'tests/contract/citizen-messages.test.tsx'
const STATISTICS = 'src/features/statistics/statistics-screen.test.tsx'

const SHOWN: readonly (readonly [specified: string, english: string, test: string])[] = [
  // lists
  ['There are no answers available.', 'There are no answers available.', `${LIST}/beside-list.test.tsx`],
  ['No se encontraron resultados', 'No results found', `${LIST}/filters/filters.test.tsx`],
  ['No hay destinatario', 'No recipient', `${LIST}/answer-columns.test.tsx`],
  ['no results found', 'No results found', 'src/features/home/recipient-search.test.tsx'],
  ['Invalid value', 'Invalid value', 'src/features/home/recipient-search.test.tsx'],
  // view
  ['No existe la respuesta.', 'The answer does not exist.', MESSAGES],
  [
    'No tiene permisos para ver el formulario porque no esta entre sus áreas gubernamentales.',
    'You do not have permission to see this form because it is not in your areas.',
    MESSAGES,
  ],
  ['Ocurrió un error al realizar la acción', 'The answer could not be loaded', MESSAGES],
  ['Error while creating incident.', 'Error while creating incident.', `${VIEW}/incident-note.test.tsx`],
  // edit and correction
  ['Ha ocurrido un error al cargar la respuesta para editar.', 'The answer could not be loaded for editing.', CHANGE],
  ['An answer to edit could not be found.', 'An answer to edit could not be found.', CHANGE],
  ['No se ha encontrado la respuesta para editar.', 'An answer to edit could not be found.', CHANGE],
  ['Check that all the answers are valid', 'Check that all the answers are valid', CHANGE],
  ['Some required fields are missing.', 'Some required fields are missing.', CHANGE],
  ['Ha ocurrido un error al guardar la respuesta.', 'The answer could not be saved.', CHANGE],
  ['La respuesta se guardó correctamente', 'The answer was saved', CHANGE],
  [
    'Hubo un error al guardar la respuesta, por favor intente nuevamente',
    'The answer could not be saved. Try again.',
    CHANGE,
  ],
  ['There are no changes', 'There are no changes', CHANGE],
  [
    'You must make at least one change before you can save the answer.',
    'You must make at least one change before you can save the answer.',
    CHANGE,
  ],
  ['Cancel correction', 'Cancel correction', CHANGE],
  ['View observations', 'View observations', CHANGE],
  // deleting
  [
    'Confirma que desea eliminar la respuesta?',
    'Do you want to delete the answer?',
    `${VIEW}/actions/actions.test.tsx`,
  ],
  ['La respuesta se eliminó correctamente', 'The answer was deleted', `${VIEW}/actions/actions.test.tsx`],
  ['Ocurrió un error, por favor intente nuevamente', 'The answer could not be deleted', MESSAGES],
  // states
  ['Estado actualizado correctamente', 'State updated', `${VIEW}/actions/actions.test.tsx`],
  ['No se pudo actualizar el estado', 'The state could not be updated', `${LIST}/states/states.test.tsx`],
  ['Sin estados', 'No states', `${LIST}/answer-columns.test.tsx`],
  ['Este formulario no tiene estados.', 'This form has no states.', MESSAGES],
  ['Sin transiciones', 'No state changes', MESSAGES],
  ['Initial', 'Initial', MESSAGES],
  ['Current', 'Current', MESSAGES],
  // requests and messages
  ['En revisión', 'In review', `${VIEW}/requests/ask-screen.test.tsx`],
  ['A corregir', 'To correct', `${VIEW}/requests/ask-screen.test.tsx`],
  ['Aprobado', 'Approved', `${VIEW}/requests/ask-screen.test.tsx`],
  [
    'Some sections have no answers marked for correction.',
    'Some sections have no answers marked for correction.',
    `${VIEW}/requests/ask-screen.test.tsx`,
  ],
  ['Mensaje enviado correctamente', 'Message sent', MESSAGES],
  ['Ocurrió un error al enviar el mensaje', 'The message could not be sent', MESSAGES],
  // copies
  ['Please enter a valid address', 'Please enter a valid address', `${VIEW}/copy/send-copy.test.tsx`],
  [
    "Recuerde presionar el boton '+' al ingresar un email.",
    "Remember to press the '+' button after typing an address.",
    `${VIEW}/copy/send-copy.test.tsx`,
  ],
  ['invalid document format', 'invalid document format', `${VIEW}/copy/send-copy.test.tsx`],
  [
    'Su respuesta ha sido guardada correctamente. ¿Desea cancelar el envío de e-mail?',
    'Your answer was saved. Do you want to cancel the e-mail?',
    `${VIEW}/copy/send-copy.test.tsx`,
  ],
  ['Ha ocurrido un error al enviar el email, por favor intente nuevamente', 'The e-mail could not be sent', MESSAGES],
  // files
  ['Documento guardado', 'Document saved', FILES],
  [
    'Ha ocurrido un error al subir el documento seleccionado. Por favor vuelva a intentarlo.',
    'The document could not be uploaded',
    FILES,
  ],
  // exports
  ['No se encontraron resultados', 'No results were found', `${LIST}/export/export-answers.test.tsx`],
  [
    'Ocurrió un error al generar el archivo, por favor vuelva atrás e ingrese nuevamente al listado',
    'The file could not be generated. Go back and open the list again.',
    `${LIST}/export/export-answers.test.tsx`,
  ],
  [
    'No se pudo conectar con el servidor...',
    'Could not connect to the server. Keep this page open: the export continues automatically when the connection is back.',
    `${LIST}/export/export-answers.test.tsx`,
  ],
  // PDFs and records
  ['PDF generado correctamente', 'The PDF was generated', `${VIEW}/pdf/download-pdf.test.tsx`],
  ['Error al generar el PDF', 'The PDF could not be generated', `${VIEW}/pdf/download-pdf.test.tsx`],
  ['El archivo PDF se descargó correctamente', 'The PDF was downloaded', `${VIEW}/pdf/download-pdf.test.tsx`],
  [
    'Ocurrió un error al descargar el archivo PDF',
    'The PDF could not be downloaded',
    `${VIEW}/pdf/download-pdf.test.tsx`,
  ],
  [
    'El acta se descargó correctamente',
    'The record was downloaded',
    'src/features/record-lookup/record-lookup.test.tsx',
  ],
  [
    'Ocurrió un error al descargar el acta',
    'The record could not be downloaded',
    'src/features/record-lookup/record-lookup.test.tsx',
  ],
  // citizens
  ['Error al ingresar desde Portal Ciudadano', 'Could not sign in from the citizen portal', CITIZENS],
  ['Form already answered', 'Form already answered', CITIZENS],
  ['You have already revised this form', 'You have already revised this form', CITIZENS],
  ['La respuesta no pertenece al ciudadano', 'The answer does not belong to the citizen.', CITIZENS],
  // statistics
  ['Formulario no encontrado', 'Form not found', STATISTICS],
  ['Ocurrió un error al cargar los datos', 'The data could not be loaded', STATISTICS],
]

/** Messages of pages written by the server: their catalogue, and the test whose page shows them. */
const WRITTEN: readonly (readonly [string, string, string])[] = [
  [
    'Su trámite no posee estados o no existe una respuesta asociada a este código.',
    'locales/server/es.po',
    'functions/src/core/pages/routes/status.test.ts',
  ],
  [
    'No pudimos avanzar con el pago, si quieres puedes intentar con otro medio de pago.',
    'locales/server/es.po',
    'functions/src/sandbox/payer-pages.test.ts',
  ],
]

/** Messages that no screen shows, with the reason. */
const UNSAID: Readonly<Record<string, string>> = {
  'No se encontraron actas para el código indicado, recuerde respetar mayúsculas y minúsculas.':
    'capitals do not matter (DEVIATIONS.md); "No se encontraron actas para el código indicado." is said',
  'Respuesta eliminada correctamente': 'another reading of the message that is said',
  'El correo fue enviado correctamente':
    'nothing has left yet when the server takes it: it is said that it will be sent, and the history says "1 sent" once a mail server has it',
  'Error al enviar correo': 'one failure, one message: the longer one, which says what to do',
  'Imagen subida correctamente':
    'nothing is uploaded when a file is chosen: it is safe on the device, and "Imágen guardada" says so; the outbox tells what has arrived',
  '{type} subido correctamente': 'as above, of documents and videos',
  'Imagen eliminada correctamente': 'what went is named beside its way back ("Se quitó: …", "Deshacer")',
  '{type} eliminado correctamente': 'as above',
  'Ha ocurrido un error al subir o eliminar el documento seleccionado. Por favor vuelva a intentarlo.':
    'removing a file cannot fail: it takes a name out of the form; of what fails, the sentence about attaching is said',
  'Formulario Guardado correctamente': 'one saving, one message: "La respuesta se guardó correctamente"',
  'Se a guardado el formulario correctamente.': 'as above',
}

const CATALOGUES = [
  '',
  ...readdirSync('locales', { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('/en.po'))
    .map((path) => path.slice(0, -'en.po'.length)),
]
const withoutStop = (text: string) => text.replace(/\.$/, '')
/** All translations of each English message. */
const SPANISH = new Map<string, Set<string>>()
for (const room of CATALOGUES)
  for (const [english, spanish] of entriesOf(`locales/${room}es.po`))
    SPANISH.set(english, (SPANISH.get(english) ?? new Set()).add(spanish))

/** Every catalogue, and the code of app and server without its comments and tests. */
const TEXTS: readonly (readonly [file: string, text: string])[] = [
  ...CATALOGUES.map((room) => [`locales/${room}es.po`, entriesOf(`locales/${room}es.po`).flat().join('\n')] as const),
  ...['src', 'sw', 'functions/src', 'public']
    .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => `${folder}/${path}`))
    .filter((path) => /\.(?:ts|tsx|js|html)$/.test(path) && !path.includes('.test.'))
    .map((path) => [path, readFileSync(path, 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*/g, '')] as const),
].map(([file, text]) => [file, text.toLowerCase()])

describe('a message of the specification', () => {
  it.each(SHOWN)('%s', (specified, english, test) => {
    const said = [...(SPANISH.get(english) ?? [])].map(withoutStop)
    const isEnglish = english.toLowerCase() === specified.toLowerCase()
    expect(said.length, 'it stands in a catalogue').toBeGreaterThan(0)
    const isSaid = specified.endsWith('...')
      ? said.some((text) => text.startsWith(specified.slice(0, -3)))
      : said.includes(withoutStop(specified))
    expect(isEnglish || isSaid, said.join(' / ')).toBe(true)
    expect(existsSync(test), test).toBe(true)
    expect(readFileSync(test, 'utf8').replaceAll('\\', ''), test).toContain(withoutStop(english))
  })

  it.each(WRITTEN)('written by the server: %s', (specified, file, test) => {
    expect(readFileSync(file, 'utf8'), file).toContain(specified)
    expect(readFileSync(test, 'utf8'), test).toContain(specified)
  })

  it.each(Object.entries(UNSAID))('that is not shown has a reason: %s', (message, reason) => {
    expect(reason).not.toBe('')
    expect(SHOWN.map(([specified]) => specified)).not.toContain(message)
  })

  it.each(Object.keys(UNSAID))('in this list is in no catalogue and in no code: %s', (message) => {
    const sentence = withoutStop(message.replace('{type} ', '')).toLowerCase()
    expect(TEXTS.filter(([, text]) => text.includes(sentence)).map(([file]) => file)).toEqual([])
  })
})

function entriesOf(file: string): readonly (readonly [string, string])[] {
  const found = readFileSync(file, 'utf8').matchAll(/^msgid ((?:".*"\n)+)msgstr ((?:".*"\n)+)/gm)
  return [...found].map(([, english = '', spanish = '']) => [unquoted(english), unquoted(spanish)])
}

function unquoted(lines: string): string {
  return lines
    .trimEnd()
    .split('\n')
    .map((line) => String(JSON.parse(line)))
    .join('')
}
