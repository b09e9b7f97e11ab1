import { describe, expect, it } from 'vitest'
import { question } from '#tests/support/builders/form-parts.ts'
import { buildTemplate } from '#tests/support/builders/template.ts'
import { templateDraftSchema } from '../index.ts'
import { toTemplateProblems } from './problems-of-shape.ts'

/** Problems of a received draft, whose editor's version may have other limits. */
function codesOf(change: object): readonly string[] {
  const parsed = templateDraftSchema.safeParse({ ...templateDraftSchema.parse(buildTemplate()), ...change })
  return parsed.success ? [] : toTemplateProblems(parsed.error.issues).map(({ code }) => code)
}

const PDF = { portablePrint: true, logoChecked: true, location: 'center', removeUnanswered: false }

describe('what a template cannot hold is reported with its reason', () => {
  it.each([
    ['a count that is none', { responsesCount: 0 }, 'template.responses-count-required'],
    ['a logo for a portable printer', { pdfSettings: PDF }, 'template.logo-with-portable-print'],
    ['a title beyond its bound', { titulo: 'x'.repeat(100_000) }, 'template.text-too-long'],
    [
      'a signature\u2019s title beyond its bound',
      { signatures: [{ title: 'x'.repeat(100_000), indexSignature: 0 }] },
      'signature.title-too-long',
    ],
    [
      'more areas than there may be',
      { areas: Array.from({ length: 10_000 }, () => buildTemplate().areas[0]) },
      'template.too-many',
    ],
    ['an area that is none', { areas: ['x'] }, 'template.area-unknown'],
    ['an image that is not the form\u2019s own', { headerImageURL: 'javascript:alert(1)' }, 'template.image-missing'],
    [
      'a link that runs a script',
      { secciones: [{ orden: 0, titulo: 'x', preguntas: [{ ...question(0), link: 'javascript:alert(1)' }] }] },
      'template.link-unsafe',
    ],
    ['anything else', { titulo: 7 }, 'template.broken'],
  ])('%s', (_what, change, code) => {
    expect(codesOf(change)).toEqual([code])
  })
})
