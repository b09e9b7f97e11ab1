import { OPTIONS, titlesOf, type Kind } from '../editor/forms.ts'
import { CUT } from './fillers.ts'

const TYPE: Readonly<Record<Kind, string>> = {
  text: 'string',
  number: 'int',
  single: 'string',
  several: 'string',
  'yes-no': 'string',
}

const choices = (options: readonly string[]): string =>
  options.map((option, index) => `<item><label>${option}</label><value>o${index}</value></item>`).join('')

function control(kind: Kind, ref: string, title: string): string {
  const label = `<label>${title}</label>`
  switch (kind) {
    case 'single':
      return `<select1 ref="${ref}">${label}${choices(OPTIONS)}</select1>`
    case 'several':
      return `<select ref="${ref}">${label}${choices(OPTIONS)}</select>`
    case 'yes-no':
      return `<select1 ref="${ref}">${label}${choices(['Sí', 'No'])}</select1>`
    default:
      return `<input ref="${ref}">${label}</input>`
  }
}

/** The form of the bench as an ODK XForm. */
export function xformOf(size: number): string {
  const sections = titlesOf(size, CUT).map((questions, section) =>
    questions.map((asked, index) => ({ ...asked, name: `q${section * CUT.perSection + index}` })),
  )
  const instance = sections.map((asked, i) => `<s${i}>${asked.map(({ name }) => `<${name}/>`).join('')}</s${i}>`)
  const binds = sections.flatMap((asked, i) =>
    asked.map(({ name, kind }) => `<bind nodeset="/data/s${i}/${name}" type="${TYPE[kind]}" required="true()"/>`),
  )
  const body = sections.map(
    (asked, i) =>
      `<group ref="/data/s${i}"><label>Sección ${i + 1}</label>${asked
        .map(({ name, kind, title }) => control(kind, `/data/s${i}/${name}`, title))
        .join('')}</group>`,
  )
  return `<?xml version="1.0"?>
<h:html xmlns="http://www.w3.org/2002/xforms" xmlns:h="http://www.w3.org/1999/xhtml" xmlns:orx="http://openrosa.org/xforms">
<h:head><h:title>Medición de ${size}</h:title><model><instance><data id="medicion">${instance.join('')}
<orx:meta><orx:instanceID/></orx:meta></data></instance>
${binds.join('\n')}<bind nodeset="/data/orx:meta/orx:instanceID" type="string" readonly="true()" calculate="concat('uuid:', uuid())"/>
</model></h:head><h:body>${body.join('\n')}</h:body></h:html>`
}
