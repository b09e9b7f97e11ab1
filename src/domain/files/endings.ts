const OFFICE = 'application/vnd.openxmlformats-officedocument'
const OPEN_DOCUMENT = 'application/vnd.oasis.opendocument'

/** File extensions by type; the first is the default. */
const ENDINGS: ReadonlyMap<string, readonly [string, ...string[]]> = new Map([
  ['image/png', ['png']],
  ['image/jpeg', ['jpg', 'jpeg', 'jfif']],
  ['application/pdf', ['pdf']],
  ['application/rtf', ['rtf']],
  ['text/csv', ['csv']],
  ['application/msword', ['doc']],
  ['application/vnd.ms-excel', ['xls']],
  ['application/vnd.ms-powerpoint', ['ppt']],
  [`${OFFICE}.wordprocessingml.document`, ['docx']],
  [`${OFFICE}.spreadsheetml.sheet`, ['xlsx']],
  [`${OFFICE}.presentationml.presentation`, ['pptx']],
  [`${OPEN_DOCUMENT}.text`, ['odt']],
  [`${OPEN_DOCUMENT}.spreadsheet`, ['ods']],
  [`${OPEN_DOCUMENT}.presentation`, ['odp']],
  [`${OPEN_DOCUMENT}.graphics`, ['odg']],
  ['application/vnd.google-earth.kml+xml', ['kml']],
  ['application/vnd.google-earth.kmz', ['kmz']],
  ['video/mp4', ['mp4', 'm4v']],
  ['video/webm', ['webm']],
  ['video/quicktime', ['mov', 'qt']],
  ['video/3gpp', ['3gp', '3g2']],
  ['video/ogg', ['ogv', 'ogg']],
  ['video/mpeg', ['mpg', 'mpeg']],
  ['video/x-msvideo', ['avi']],
  ['video/x-matroska', ['mkv']],
])

/**
 * Extension, with its dot, for saving a file. The name's own extension is kept only if it fits the type of the bytes,
 * because a photo called foto.hta would run as a program. @returns empty for types that answers cannot contain
 */
export function getFileExtension(name: string, type: string): string {
  const endings = ENDINGS.get((type.split(';')[0] ?? '').trim().toLowerCase())
  if (endings === undefined) return ''
  const own = name.slice(name.lastIndexOf('.') + 1).toLowerCase()
  return `.${endings.includes(own) ? own : endings[0]}`
}

/** File name with an extension that fits its type. */
export function addFileExtension(name: string, type: string): string {
  const ending = getFileExtension(name, type)
  return name.toLowerCase().endsWith(ending) ? name : `${name}${ending}`
}
